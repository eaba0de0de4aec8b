# Installation and the package that find_package(vide) finds.
include(GNUInstallDirs)
include(CMakePackageConfigHelpers)

get_property(modules GLOBAL PROPERTY VIDE_MODULES)
install(TARGETS vide_vide vide_settings ${modules} EXPORT videTargets
  ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
install(DIRECTORY ${PROJECT_SOURCE_DIR}/vide DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}
  FILES_MATCHING PATTERN "*.hpp" PATTERN "detail" EXCLUDE)
if(VIDE_BUILD_APPS)
  install(TARGETS vide_cli RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
endif()
install(EXPORT videTargets NAMESPACE vide:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vide)
get_property(VIDE_PACKAGE_DEPENDENCIES GLOBAL PROPERTY VIDE_PACKAGE_DEPENDENCIES)
list(JOIN VIDE_PACKAGE_DEPENDENCIES "\n" VIDE_PACKAGE_DEPENDENCIES)
configure_package_config_file(${CMAKE_CURRENT_LIST_DIR}/videConfig.cmake.in
  ${PROJECT_BINARY_DIR}/videConfig.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vide)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/videConfigVersion.cmake
  COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/videConfig.cmake ${PROJECT_BINARY_DIR}/videConfigVersion.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/vide)
