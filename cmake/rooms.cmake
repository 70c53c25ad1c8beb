# evorisk_room(NAME [COLD] LINKS room-or-library ...): the static library of one folder, made of
# every source below it but programs and app/mpi/. A room may link only rooms declared before it.
# In a COLD room no time is spent; its sources are compiled with less optimisation, and sooner.
function(evorisk_room name)
  cmake_parse_arguments(ARG "COLD" "" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/main\\.cpp$|/app/mpi/")
  if(sources)
    add_library(evorisk_${name} STATIC ${sources})
    target_link_libraries(evorisk_${name} PUBLIC evorisk_flags ${ARG_LINKS})
    evorisk_even_units(evorisk_${name} ${sources})
    if(ARG_COLD)
      target_compile_options(evorisk_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
    endif()
  else()
    add_library(evorisk_${name} INTERFACE)
    target_link_libraries(evorisk_${name} INTERFACE evorisk_flags ${ARG_LINKS})
  endif()
endfunction()
