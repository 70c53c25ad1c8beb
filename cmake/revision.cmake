# Run at every build (cmake -P): writes the header with the revision, only when it changed.
#   SOURCE_DIR, OUTPUT, VERSION
set(revision "${VERSION}")
find_program(git git)
if(git AND EXISTS "${SOURCE_DIR}/.git")
  execute_process(
    COMMAND "${git}" -c safe.directory=${SOURCE_DIR} -C "${SOURCE_DIR}"
            describe --always --dirty --abbrev=10
    OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET
    RESULT_VARIABLE failed)
  if(NOT failed)
    set(revision "${VERSION} (${described})")
  endif()
elseif(EXISTS "${SOURCE_DIR}/.git-archived-revision")
  # "git archive" fills this file in (see .gitattributes).
  file(STRINGS "${SOURCE_DIR}/.git-archived-revision" archived LIMIT_COUNT 1)
  if(archived MATCHES "^[0-9a-f]+$")
    set(revision "${VERSION} (${archived})")
  endif()
endif()
set(content "#pragma once\n#define EVORISK_REVISION \"${revision}\"\n")
if(EXISTS "${OUTPUT}")
  file(READ "${OUTPUT}" before)
endif()
if(NOT "${before}" STREQUAL "${content}")
  file(WRITE "${OUTPUT}" "${content}")
endif()
