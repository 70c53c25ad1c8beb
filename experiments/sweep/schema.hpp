// The tables of a collected sweep (docs/sweep.md explains them column by column).
#pragma once

namespace evorisk::experiments {

// Raised when a table or a column changes its meaning; in the table `sweep` as "format".
inline constexpr int collection_format = 1;

// SQL that creates all tables.
extern const char* const collection_schema;

}  // namespace evorisk::experiments
