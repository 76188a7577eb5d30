# What `cmake --install` puts where: the library with its package for find_package, the program, the scenes.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(package_dir ${CMAKE_INSTALL_LIBDIR}/cmake/firsthit)
set(libraries firsthit)
if(FIRSTHIT_C)
  list(APPEND libraries firsthit_c firsthit_c_static)
endif()
install(TARGETS ${libraries} EXPORT firsthitTargets ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR}
  LIBRARY DESTINATION ${CMAKE_INSTALL_LIBDIR} RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(DIRECTORY include/firsthit DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "*.h")

# The same for pkg-config, by paths from where its files lie: a prefix can be moved.
file(RELATIVE_PATH to_prefix /${CMAKE_INSTALL_LIBDIR}/pkgconfig /)
foreach(name firsthit firsthit-c)
  if(FIRSTHIT_C OR name STREQUAL "firsthit")
    configure_file(cmake/${name}.pc.in ${name}.pc @ONLY)
    install(FILES ${PROJECT_BINARY_DIR}/${name}.pc DESTINATION ${CMAKE_INSTALL_LIBDIR}/pkgconfig)
  endif()
endforeach()
install(EXPORT firsthitTargets NAMESPACE firsthit:: DESTINATION ${package_dir})

configure_package_config_file(cmake/firsthitConfig.cmake.in firsthitConfig.cmake INSTALL_DESTINATION ${package_dir})
# Before 1.0 a minor version may change the interface.
write_basic_package_version_file(firsthitConfigVersion.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/firsthitConfig.cmake ${PROJECT_BINARY_DIR}/firsthitConfigVersion.cmake
  DESTINATION ${package_dir})

if(FIRSTHIT_PROGRAM)
  install(PROGRAMS ${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/firsthit DESTINATION ${CMAKE_INSTALL_BINDIR})
  # The manual and the completion of shells, which the program makes from the table of its commands.
  if(NOT CMAKE_CROSSCOMPILING)
    install(CODE "
      function(make_page file)
        set(file \"\$ENV{DESTDIR}\${CMAKE_INSTALL_PREFIX}/\${file}\")
        get_filename_component(folder \"\${file}\" DIRECTORY)
        file(MAKE_DIRECTORY \"\${folder}\")
        execute_process(COMMAND \"${CMAKE_RUNTIME_OUTPUT_DIRECTORY}/firsthit\" \${ARGN} OUTPUT_FILE \"\${file}\"
          COMMAND_ERROR_IS_FATAL ANY)
      endfunction()
      make_page(${CMAKE_INSTALL_MANDIR}/man1/firsthit.1 man)
      make_page(${CMAKE_INSTALL_DATADIR}/bash-completion/completions/firsthit completion bash)
      make_page(${CMAKE_INSTALL_DATADIR}/zsh/site-functions/_firsthit completion zsh)
      make_page(${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d/firsthit.fish completion fish)
    ")
  endif()
  # The program looks for scenes in ../share/firsthit/scenes: so the build tree is laid out the same way.
  install(DIRECTORY scenes DESTINATION ${CMAKE_INSTALL_DATADIR}/firsthit)
  file(MAKE_DIRECTORY ${PROJECT_BINARY_DIR}/share/firsthit)
  file(CREATE_LINK ${PROJECT_SOURCE_DIR}/scenes ${PROJECT_BINARY_DIR}/share/firsthit/scenes SYMBOLIC)
endif()
