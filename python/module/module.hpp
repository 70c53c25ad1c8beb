// What the sources of the Python module share. Values cross between the languages as JSON where
// they are no numbers.
#pragma once

#include <pybind11/functional.h>
#include <pybind11/numpy.h>
#include <pybind11/operators.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>

#include "base/json.hpp"
#include "maps/map.hpp"
#include "risk/rules/variant.hpp"

namespace evorisk::python {

namespace py = pybind11;
using Json = nlohmann::ordered_json;

// Dictionaries, lists, texts, numbers, True, False and None.
py::object to_python(const Json& json);
// Throws InputError for what JSON does not have, and for NaN.
Json from_python(const py::handle& value);

// Variants are shared by the states that are played on them.
using VariantPtr = std::shared_ptr<const risk::Variant>;

// Each declares its part of the module.
void declare_maps(py::module_& module);
void declare_variants(py::module_& module);
void declare_evaluate(py::module_& module);
void declare_states(py::module_& module);
void declare_agents(py::module_& module);
void declare_search(py::module_& module);

// An error of an agent in Python, kept while matches end; thrown once they have.
void throw_agents_error();

}  // namespace evorisk::python
