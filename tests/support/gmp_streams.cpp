#include <gmpxx.h>

#include <ostream>

// What libgmpxx has for the streams of the standard library that it was built with, for those of another.

std::ostream& operator<<(std::ostream& out, mpz_srcptr number) { return out << mpz_class(number).get_str(); }
std::ostream& operator<<(std::ostream& out, mpq_srcptr number) { return out << mpq_class(number).get_str(); }
