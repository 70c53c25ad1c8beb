#include "base/error.hpp"
#include "base/version.hpp"
#include "python/module/module.hpp"

PYBIND11_MODULE(_evorisk, module) {
  using namespace evorisk;
  namespace py = pybind11;
  py::register_exception<InputError>(module, "InputError", PyExc_ValueError).attr("__doc__") =
      "What was given is wrong; the text is that of the command's error.";
  py::register_exception<SystemError>(module, "SystemError", PyExc_OSError).attr("__doc__") =
      "The system refused something, such as writing a file.";
  module.attr("revision") = std::string(revision());
  python::declare_maps(module);
  python::declare_variants(module);
  python::declare_states(module);
  python::declare_agents(module);
  python::declare_evaluate(module);
  python::declare_arena(module);
  python::declare_search(module);
  python::declare_added(module);
}
