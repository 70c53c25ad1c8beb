# evorisk_room(NAME LINKS room-or-library ...): the static library of one folder, made of every
# source below it but programs and app/mpi/. A room may link only rooms declared before it.
function(evorisk_room name)
  cmake_parse_arguments(ARG "" "" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$|/app/mpi/")
  if(sources)
    add_library(evorisk_${name} STATIC ${sources})
    target_link_libraries(evorisk_${name} PUBLIC evorisk_flags ${ARG_LINKS})
  else()
    add_library(evorisk_${name} INTERFACE)
    target_link_libraries(evorisk_${name} INTERFACE evorisk_flags ${ARG_LINKS})
  endif()
endfunction()
