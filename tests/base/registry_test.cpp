#include "base/registry.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace evorisk {
namespace {

struct Row {
  std::string_view name;
  int value = 0;
};

template <class Work>
std::string refusal_of(Work work) {
  try {
    work();
  } catch (const InputError& error) {
    return error.what();
  }
  return {};
}

TEST(OpenTable, FindsItsOwnRowsAndThoseThatWereAdded) {
  const Row own[] = {{"one", 1}, {"two", 2}};
  OpenTable<Row> table("row", own, 2);
  const Row& first = table.find("one");
  table.add({"three", 3});
  table.add({"four", 4});
  EXPECT_EQ(&table.find("one"), &first);  // rows stay where they are
  EXPECT_EQ(table.find("four").value, 4);
  EXPECT_THAT(names_of(table.rows()), testing::ElementsAre("one", "two", "three", "four"));
  EXPECT_THAT(names_of(table.added()), testing::ElementsAre("three", "four"));
  EXPECT_EQ(refusal_of([&] {
              table.add({"five", 5});
            }),
            "no more than 2 can be added of this: row");
  EXPECT_THAT(refusal_of([&] { table.find("thre"); }), testing::HasSubstr("three"));
}

TEST(OpenTable, RefusesNamesThatAreTakenOrCannotBeWritten) {
  OpenTable<Row> table("row", std::vector<Row>{{"one", 1}});
  table.add({"two", 2});
  for (const std::string_view taken : {"one", "two"}) {
    EXPECT_THAT(refusal_of([&] { table.add({taken}); }), testing::HasSubstr("already"));
  }
  for (const std::string_view bad : {"", "a b", "a:b", "a,b"}) {
    EXPECT_THAT(refusal_of([&] { table.add({bad}); }), testing::HasSubstr("is no name"));
  }
  EXPECT_EQ(table.rows().size(), 2u);
}

}  // namespace
}  // namespace evorisk
