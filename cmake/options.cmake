# Build options; how every target is compiled (interface target `evorisk_flags`); what else a user of
# a room needs (`evorisk_use`).
option(EVORISK_PROGRAM "Build the program, not the library alone" ${PROJECT_IS_TOP_LEVEL})
option(EVORISK_TESTS "Build the tests" ${PROJECT_IS_TOP_LEVEL})
option(EVORISK_BENCHMARKS "Build the Google Benchmark programs" OFF)
option(EVORISK_MPI "Build evorisk-mpi, sweeps over many machines (Open MPI)" OFF)
option(EVORISK_FUZZ "Build the libFuzzer programs (clang only)" OFF)
set(EVORISK_SANITIZE "" CACHE STRING "Sanitizers to build with, e.g. address,undefined")

# Several sources are compiled as one: most of a compiler's time goes into headers, which it then
# reads once for all of them. Off in the preset `dev`, where each source is compiled by itself.
option(EVORISK_UNITY "Compile several sources as one" ON)
set(EVORISK_UNITY_SOURCES 44 CACHE STRING "How many sources at most are compiled as one")
set(CMAKE_UNITY_BUILD ${EVORISK_UNITY})
set(CMAKE_UNITY_BUILD_BATCH_SIZE ${EVORISK_UNITY_SOURCES})
# As many for each unit of a target: the last ones are as long as the others.
function(evorisk_even_units target)
  list(LENGTH ARGN sources)
  math(EXPR units "(${sources} + ${EVORISK_UNITY_SOURCES} - 1) / ${EVORISK_UNITY_SOURCES}")
  math(EXPR size "(${sources} + ${units} - 1) / ${units}")
  set_target_properties(${target} PROPERTIES UNITY_BUILD_BATCH_SIZE ${size})
endfunction()

# evorisk_precompiled(OWNER HEADER USER ...): the libraries' headers in cmake/HEADER are read once
# for all sources of these targets. They must be compiled with the same options: gcc takes those of
# the precompiled header for the sources', without a word. Sources still include what they use, as
# the preset `dev` sees to.
function(evorisk_precompiled owner header)
  if(EVORISK_UNITY)
    target_precompile_headers(${owner} PRIVATE ${PROJECT_SOURCE_DIR}/cmake/${header})
    foreach(user ${ARGN})
      if(TARGET ${user})
        target_precompile_headers(${user} REUSE_FROM ${owner})
      endif()
    endforeach()
  endif()
endfunction()

find_program(EVORISK_CCACHE ccache)
if(EVORISK_CCACHE AND NOT CMAKE_CXX_COMPILER_LAUNCHER)
  # Without it nothing that uses precompiled headers would be kept.
  set(CMAKE_CXX_COMPILER_LAUNCHER ${CMAKE_COMMAND} -E env
      CCACHE_SLOPPINESS=pch_defines,time_macros ${EVORISK_CCACHE})
endif()

find_package(Threads REQUIRED)
find_package(OpenMP REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 REQUIRED NO_MODULE)
find_package(nlohmann_json 3.11 REQUIRED)
find_package(fmt 9 REQUIRED)

add_library(evorisk_flags INTERFACE)
target_compile_options(evorisk_flags INTERFACE -Wall -Wextra -Wpedantic -Wshadow -Wconversion
                       -Wno-sign-conversion -Werror)
# Results are the same on every machine: no fused multiply-add where the processor has one.
target_compile_options(evorisk_flags INTERFACE -ffp-contract=off)
if(CMAKE_SYSTEM_PROCESSOR STREQUAL "x86_64")
  # The set sizes of the plain engine; every processor since 2008 counts bits in one instruction.
  target_compile_options(evorisk_flags INTERFACE -mpopcnt)
endif()
if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
  # gcc 12 carries pairs of integers in vector registers where that is slower.
  target_compile_options(evorisk_flags INTERFACE -fno-tree-slp-vectorize)
  # gcc 12 sees overlaps and overruns inside std::string that are not there (gcc bug 105329).
  target_compile_options(evorisk_flags INTERFACE -Wno-restrict -Wno-array-bounds
                         -Wno-stringop-overflow -Wno-stringop-overread)
  # Its garbage collection takes a tenth of the time when it begins at its usual 128 MB; a unit
  # needs a gigabyte or so either way.
  target_compile_options(evorisk_flags INTERFACE --param=ggc-min-heapsize=1000000)
  if(EVORISK_UNITY)
    # It takes a source that is included for a header.
    target_compile_options(evorisk_flags INTERFACE -Wno-subobject-linkage)
  endif()
elseif(EVORISK_UNITY)
  # clang takes a name of another source for one that is shadowed; gcc and the preset dev look.
  target_compile_options(evorisk_flags INTERFACE -Wno-shadow)
endif()
if(CMAKE_CXX_COMPILER_ID MATCHES "Clang")
  # Embedded texts are longer than the least that the standard asks of compilers.
  target_compile_options(evorisk_flags INTERFACE -Wno-overlength-strings)
endif()

add_library(evorisk_use INTERFACE)
target_compile_features(evorisk_use INTERFACE cxx_std_20)
target_include_directories(evorisk_use INTERFACE $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}>
                           $<INSTALL_INTERFACE:include/evorisk>)
target_link_libraries(evorisk_use INTERFACE Threads::Threads OpenMP::OpenMP_CXX)
# Boost's planarity test counts references to its faces. Without atomic operations it takes half the
# time; no two threads share a pointer of Boost's. All of a program must agree on that.
option(EVORISK_BOOST_ATOMIC "Let threads share Boost's pointers, for programs that do" OFF)
if(NOT EVORISK_BOOST_ATOMIC)
  target_compile_definitions(evorisk_use INTERFACE BOOST_SP_DISABLE_THREADS)
endif()
if(EVORISK_SANITIZE)
  # What stays inside the memory of a container, and what is read of an empty one.
  target_compile_definitions(evorisk_flags INTERFACE _GLIBCXX_ASSERTIONS)
  # Null pointers, bad objects and pointers out of bounds are AddressSanitizer's to find, where they
  # are used: UndefinedBehaviorSanitizer's own checks for them would take a third of the compilation.
  # Tests are there to make the rooms fail; their own arithmetic is not instrumented.
  target_compile_options(evorisk_flags INTERFACE
    -fsanitize=${EVORISK_SANITIZE} -fno-sanitize=null,alignment,object-size,vptr,pointer-overflow
    $<$<BOOL:$<TARGET_PROPERTY:EVORISK_TEST>>:-fno-sanitize=undefined>
    -fno-omit-frame-pointer -fno-sanitize-recover=all
    # Guesses of the optimiser, many of them wrong under -Og; the release build looks for them.
    $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>)
  target_link_options(evorisk_flags INTERFACE -fsanitize=${EVORISK_SANITIZE})
  if(CMAKE_CXX_COMPILER_ID STREQUAL "GNU")
    # A program that stays where it was linked starts in three quarters of the time, and every test
    # starts one or several. The sanitizers' own library in it makes all of it a little faster.
    target_compile_options(evorisk_flags INTERFACE -fno-pie)
    target_link_options(evorisk_flags INTERFACE -no-pie -static-libasan -static-libubsan)
  endif()
endif()

# What allocates memory in the programs (interface target `evorisk_allocator`): with several threads
# that breed, glibc's makes them wait for each other. Sanitizers bring their own.
add_library(evorisk_allocator INTERFACE)
find_library(EVORISK_JEMALLOC libjemalloc.so.2)
mark_as_advanced(EVORISK_JEMALLOC)
if(EVORISK_JEMALLOC AND NOT EVORISK_SANITIZE)
  target_link_libraries(evorisk_allocator INTERFACE ${EVORISK_JEMALLOC} ${CMAKE_DL_LIBS})
endif()

if(EVORISK_FUZZ)
  target_compile_options(evorisk_flags INTERFACE -fsanitize=fuzzer-no-link)
endif()
