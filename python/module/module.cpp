#include "python/module/module.hpp"

#include <omp.h>
#include <unistd.h>

#include <map>

#include "base/error.hpp"

namespace evorisk::python {

py::object to_python(const Json& json) {
  return py::module_::import("json").attr("loads")(json.dump());
}

namespace {

// What json calls for other types than its own: numpy's integers are integers.
py::object whole_number(const py::object& value) {
  if (!py::hasattr(value, "__index__")) {
    throw py::type_error("a " + py::type::of(value).attr("__name__").cast<std::string>() +
                         " is no number, text, list or dictionary");
  }
  PyObject* const number = PyNumber_Index(value.ptr());
  if (number == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::object>(number);
}

}  // namespace

Json from_python(const py::handle& value) {
  try {
    const auto text = py::module_::import("json")
                          .attr("dumps")(value, py::arg("allow_nan") = false,
                                         py::arg("default") = py::cpp_function(&whole_number))
                          .cast<std::string>();
    return parse_json(text, "value");
  } catch (py::error_already_set& error) {
    if (!error.matches(PyExc_TypeError) && !error.matches(PyExc_ValueError) &&
        !error.matches(PyExc_RecursionError)) {
      throw;
    }
    // Without the lines of code that what() adds.
    throw InputError("{}", Message(py::str(error.value()).cast<std::string>()));
  }
}

std::int64_t whole_argument(const char* name, const py::handle& value, std::int64_t least,
                            std::int64_t most) {
  const auto found = [&] { return py::repr(value).cast<std::string>(); };
  if (PyIndex_Check(value.ptr()) == 0) {
    throw py::type_error(fmt::format("{}: expected a whole number, found {}", name, found()));
  }
  const auto number = py::reinterpret_steal<py::object>(PyNumber_Index(value.ptr()));
  if (!number) throw py::error_already_set();
  int overflow = 0;
  const std::int64_t whole = PyLong_AsLongLongAndOverflow(number.ptr(), &overflow);
  if (overflow != 0 || whole < least || whole > most) {
    throw InputError("{}: expected {} to {}, found {}", name, least, most, found());
  }
  return whole;
}

void add_functions(const std::string& what, const std::vector<py::handle>& functions,
                   const std::function<void(const Functions&)>& add) {
  static std::map<std::string, Functions> added;  // the interpreter's lock guards it
  for (const py::handle function : functions) function.inc_ref();
  if (const auto before = added.find(what); before != added.end()) {
    *before->second = functions;
    return;
  }
  const auto kept = std::make_shared<std::vector<py::handle>>(functions);
  add(kept);
  added.emplace(what, kept);
}

int threads_for(const py::handle& given) {
  const auto asked = static_cast<int>(whole_argument("threads", given, 0, 1024));
  static pid_t used_in = 0;  // the process that has used threads; the interpreter's lock guards it
  const bool forked = used_in != 0 && used_in != getpid();
  if (forked && asked > 1) {
    throw InputError(
        "threads: this process was forked from one that had used threads, and can use one; start "
        "processes by the method \"spawn\"");
  }
  const int threads = asked > 0 ? asked : forked ? 1 : omp_get_num_procs();
  if (threads > 1) used_in = getpid();
  return threads;
}

}  // namespace evorisk::python
