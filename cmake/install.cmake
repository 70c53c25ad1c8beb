# What is installed: the program with its manual pages and completions (component `program`), the
# rooms as a library with one target each (component `library`), see docs/extending.md.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

set(rooms base maps risk metrics ga experiments)
list(TRANSFORM rooms PREPEND evorisk_ OUTPUT_VARIABLE libraries)
install(TARGETS evorisk_use ${libraries} EXPORT evorisk
        ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR} COMPONENT library)
foreach(room ${rooms})
  install(DIRECTORY ${PROJECT_SOURCE_DIR}/${room} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/evorisk
          COMPONENT library FILES_MATCHING PATTERN "*.hpp")
endforeach()
set(config ${CMAKE_INSTALL_LIBDIR}/cmake/evorisk)
install(EXPORT evorisk NAMESPACE evorisk:: FILE evoriskTargets.cmake DESTINATION ${config}
        COMPONENT library)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/evoriskConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_SOURCE_DIR}/cmake/evoriskConfig.cmake
              ${PROJECT_BINARY_DIR}/evoriskConfigVersion.cmake
        DESTINATION ${config} COMPONENT library)

if(EVORISK_PROGRAM)
  install(TARGETS evorisk RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR} COMPONENT program)
  set(manual ${PROJECT_BINARY_DIR}/manual)
  set(stamp ${PROJECT_BINARY_DIR}/manual.stamp)
  add_custom_command(OUTPUT ${stamp} COMMAND ${CMAKE_COMMAND} -E rm -rf ${manual}
                     COMMAND evorisk manual ${manual} --force --quiet
                     COMMAND ${CMAKE_COMMAND} -E touch ${stamp} DEPENDS evorisk
                     COMMENT "Writing manual pages and completions")
  add_custom_target(manual ALL DEPENDS ${stamp})
  install(DIRECTORY ${manual}/man1 DESTINATION ${CMAKE_INSTALL_MANDIR} COMPONENT program)
  install(FILES ${manual}/bash/evorisk COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/bash-completion/completions)
  install(FILES ${manual}/zsh/_evorisk COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/zsh/vendor-completions)
  install(FILES ${manual}/fish/evorisk.fish COMPONENT program
          DESTINATION ${CMAKE_INSTALL_DATADIR}/fish/vendor_completions.d)
  add_custom_target(installed)  # what `make install` needs
  add_dependencies(installed manual)
  if(TARGET evorisk_python)
    add_dependencies(installed evorisk_python)
  endif()
endif()

# Debian packages of the program, the library and the Python module: `make deb`.
set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_DIRECTORY ${PROJECT_BINARY_DIR}/packages)
set(CPACK_PACKAGE_CONTACT "the evorisk project")
set(CPACK_PACKAGE_DESCRIPTION_SUMMARY ${PROJECT_DESCRIPTION})
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_COMPONENTS_ALL program library)
if(TARGET evorisk_python)
  list(APPEND CPACK_COMPONENTS_ALL python)
endif()
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_NAME evorisk)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SECTION games)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PROGRAM_PACKAGE_DEPENDS "fonts-lato, fonts-ebgaramond, fonts-dejavu-core")
set(CPACK_DEBIAN_LIBRARY_PACKAGE_NAME libevorisk-dev)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_LIBRARY_PACKAGE_DEPENDS "g++, libboost-dev, libeigen3-dev, nlohmann-json3-dev, \
libfmt-dev, libhwy-dev, librandom123-dev, libsqlitecpp-dev, libsqlite3-dev, libxxhash-dev, pkg-config")
set(CPACK_DEBIAN_PROGRAM_DESCRIPTION "Breeds playable variants of Risk and War
A genetic algorithm evolves rules and maps; agents play every candidate, criteria measure it.")
set(CPACK_DEBIAN_LIBRARY_DESCRIPTION "Rooms of evorisk as a library: headers, static libraries, CMake targets")
set(CPACK_DEBIAN_PYTHON_PACKAGE_NAME python3-evorisk)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SECTION python)
set(CPACK_DEBIAN_PYTHON_PACKAGE_SHLIBDEPS ON)
set(CPACK_DEBIAN_PYTHON_PACKAGE_DEPENDS "python3 (>= 3.11), python3 (<< 3.12), python3-numpy")
set(CPACK_STRIP_FILES ON)
include(CPack)
