# Exact numbers, of tests that judge others.
find_library(FIRSTHIT_GMP gmp)
find_library(FIRSTHIT_GMPXX gmpxx)
set(gmp)
if(FIRSTHIT_GMP AND FIRSTHIT_GMPXX)
  set(gmp ${FIRSTHIT_GMPXX} ${FIRSTHIT_GMP})
endif()
