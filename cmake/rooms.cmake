# evorisk_room(NAME [COLD] [FOLDER folder] LINKS room-or-library ...): the static library of one
# folder, made of every source below it but app/cli/mpi/. A room may link only rooms declared before it.
# In a COLD room no time is spent; its sources are compiled with less optimisation, and sooner.
function(evorisk_room name)
  cmake_parse_arguments(ARG "COLD" "FOLDER" "LINKS" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS ${CMAKE_CURRENT_SOURCE_DIR}/${ARG_FOLDER}/*.cpp)
  list(FILTER sources EXCLUDE REGEX "/app/cli/mpi/")
  add_library(evorisk_${name} STATIC ${sources})
  target_link_libraries(evorisk_${name} PUBLIC evorisk_flags ${ARG_LINKS})
  evorisk_even_units(evorisk_${name} ${sources})
  if(ARG_COLD)
    target_compile_options(evorisk_${name} PRIVATE $<$<CONFIG:Release>:-O1>)
  endif()
endfunction()

# evorisk_embed_texts(TARGET NAME HEADER NAMESPACE [ROW type] [ROOT folder] FILE...): the target gets a
# source that holds the files, as HEADER declares them: FILE_text() of each, or with ROW all of them
# in the table NAME() (see embed.cmake).
function(evorisk_embed_texts target name header namespace)
  cmake_parse_arguments(ARG "" "ROW;ROOT" "" ${ARGN})
  set(output ${CMAKE_CURRENT_BINARY_DIR}/${name}.cpp)
  string(REPLACE ";" "|" files "${ARG_UNPARSED_ARGUMENTS}")
  add_custom_command(
    OUTPUT ${output}
    COMMAND ${CMAKE_COMMAND} -DOUTPUT=${output} -DHEADER=${header} -DNAMESPACE=${namespace}
            "-DFILES=${files}" -DROW=${ARG_ROW} -DNAME=${name} -DROOT=${ARG_ROOT}
            -P ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    DEPENDS ${ARG_UNPARSED_ARGUMENTS} ${CMAKE_SOURCE_DIR}/cmake/embed.cmake
    COMMENT "Embedding ${name}" VERBATIM)
  target_sources(${target} PRIVATE ${output})
endfunction()
