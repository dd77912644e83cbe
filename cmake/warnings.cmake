# Warnings are errors in our own code, when it is built on its own.
function(codimap_warnings target)
  if(PROJECT_IS_TOP_LEVEL)
    target_compile_options(${target} PRIVATE -Wall -Wextra -Wpedantic -Wconversion -Wshadow -Wnon-virtual-dtor -Werror)
    # g++ 12 at -O3 sees overlaps in std::string's operator+ that cannot happen (its bug 105651).
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>)
    # What -Wconversion means to g++: clang's adds the sign, which indices change all the time.
    target_compile_options(${target} PRIVATE $<$<CXX_COMPILER_ID:Clang>:-Wno-sign-conversion>)
  endif()
endfunction()
