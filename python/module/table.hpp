// Tables of figures for Python.
#pragma once

#include <algorithm>
#include <string>
#include <vector>

#include "metrics/estimates/totals.hpp"
#include "python/module/module.hpp"

namespace evorisk::python {

// Figures that become a structured array: rows one after another, of the same columns.
struct Table {
  std::vector<std::string> columns;
  std::vector<double> values;  // row by row

  // `named` in the first row.
  void add(std::string column, double value, bool named) {
    if (named) columns.push_back(std::move(column));
    values.push_back(value);
  }
  void add(const std::string& name, const metrics::Estimate& estimate,
           const metrics::Interval& interval, bool named) {
    add(name, estimate.mean, named);
    add(name + "_se", estimate.se, named);
    add(name + "_low", interval.low, named);
    add(name + "_high", interval.high, named);
  }
  // (columns, values), which python/evorisk/__init__.py puts together.
  py::tuple tuple(std::size_t rows) const {
    py::array_t<double> array(
        {static_cast<py::ssize_t>(rows), static_cast<py::ssize_t>(columns.size())});
    std::copy(values.begin(), values.end(), array.mutable_data());
    return py::make_tuple(columns, array);
  }
};

}  // namespace evorisk::python
