#include "base/message.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "base/counted.hpp"
#include "base/error.hpp"

namespace evorisk {
namespace {

const Wording portuguese{{{"seat {} places {} on {}", "{1} em {2}, do jogador {0}"},
                          {"{} troops", "{} exércitos"},
                          {"troops", "exércitos"},
                          {"one {", "um {"}}};

TEST(Message, IsSaidInEnglishAsItsPartsAreFormatted) {
  const Message message("seat {} places {} on {}", SeatNumber{0}, Message("{} troops", 3), "Peru");
  EXPECT_EQ(message.text(), "seat 1 places 3 troops on Peru");
  EXPECT_EQ(fmt::format("{}", message), message.text());
  EXPECT_EQ(Message("{} {} {:.2f} {:02} {}", true, 'c', 1.5F, 7U, std::int64_t{-1}),
            "true c 1.50 07 -1");
  EXPECT_EQ(Message("{}%", fmt::join(std::vector<int>{1, 2}, ", ")), "1, 2%");
}

TEST(Message, IsSaidInTheOrderOfTheLanguageWithSeatsFromOne) {
  const Message message("seat {} places {} on {}", SeatNumber{0}, Message("{} troops", 3), "Peru");
  EXPECT_EQ(message.text(portuguese), "3 exércitos em Peru, do jogador 1");
  EXPECT_EQ(counted(2, "troop").text(portuguese), "2 exércitos");
  EXPECT_EQ(Message("not known to it: {}", Message("{} troops", 1)).text(portuguese),
            "not known to it: 1 exércitos");
}

TEST(Message, WithoutValuesIsNoFormat) {
  EXPECT_EQ(Message("one {"), "one {");
  EXPECT_EQ(Message("one {").text(portuguese), "um {");
  EXPECT_TRUE(Message().empty());
}

TEST(Message, ValuesOfAnyLengthLeaveItReadable) {
  const Message message("there is no \"{}\"", std::string(100'000, 'x'));
  EXPECT_EQ(message.text(), "there is no \"" + std::string(1997, 'x') + "...\"");
}

TEST(Message, JoinedKeepsItsParts) {
  EXPECT_TRUE(joined({}, ", ").empty());
  EXPECT_EQ(joined({"a", Message("{} troops", 2), "b"}, ", ").text(portuguese),
            "a, 2 exércitos, b");
}

TEST(Message, OfAnErrorOutlivesTheErrorItWasCopiedFrom) {
  const auto thrown = [] {
    try {
      throw InputError("seat {} places {} on {}", SeatNumber{1}, std::string("2"), "a {}");
    } catch (const MessageError& error) {
      return InputError(error.message());
    }
  };
  const InputError error = thrown();
  EXPECT_STREQ(error.what(), "seat 2 places 2 on a {}");
  EXPECT_EQ(error.message().text(portuguese), "2 em a {}, do jogador 2");
}

}  // namespace
}  // namespace evorisk
