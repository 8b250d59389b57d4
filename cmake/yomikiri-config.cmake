# yomikiri_add_game(NAME HEADER CLASS): a Python module NAME_kernel, with the searches for the game in HEADER.
#
# nanobind has to be found before: find_package(Python ...), find_package(nanobind CONFIG).
set(YOMIKIRI_INCLUDE_DIR "${CMAKE_CURRENT_LIST_DIR}/../include")

function(yomikiri_add_game name header class)
  get_filename_component(header "${header}" ABSOLUTE)
  set(source "${CMAKE_CURRENT_BINARY_DIR}/${name}_kernel.cpp")
  file(CONFIGURE OUTPUT "${source}" CONTENT "// Made by yomikiri_add_game.
#include \"bind_game.hpp\"
#include \"${header}\"

NB_MODULE(${name}_kernel, m) {
    yomikiri::prepare_for_the_end();
    yomikiri::bind_game<${class}>(m, \"${name}\");
}
")
  find_package(Threads REQUIRED)
  nanobind_add_module(${name}_kernel NOMINSIZE NB_STATIC NB_DOMAIN ${name}_kernel "${source}")
  target_compile_features(${name}_kernel PRIVATE cxx_std_20)
  target_include_directories(${name}_kernel PRIVATE "${YOMIKIRI_INCLUDE_DIR}")
  target_link_libraries(${name}_kernel PRIVATE Threads::Threads)
endfunction()
