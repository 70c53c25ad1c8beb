// The foundation: strict JSON, near names, texts, random streams.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "base/error.hpp"
#include "base/files.hpp"
#include "base/json.hpp"
#include "base/names.hpp"
#include "base/random.hpp"
#include "base/reading/document.hpp"
#include "base/seal.hpp"
#include "base/utf8.hpp"
#include "tests/support/cases.hpp"
#include "tests/support/process.hpp"

namespace evorisk {
namespace {

using testing::ElementsAre;
using testing::ThrowsMessage;

TEST(ParseJson, KeepsValuesAndTheOrderOfKeys) {
  const auto json = parse_json(R"( {"b": [1, -2, 2.5e1, true, null, "é\n"], "a": {}} )", "x");
  EXPECT_EQ(json.dump(), R"({"b":[1,-2,25.0,true,null,"é\n"],"a":{}})");
  EXPECT_EQ(parse_json("\xEF\xBB\xBF[]", "x").dump(), "[]") << "a byte order mark";
  EXPECT_EQ(parse_json("7", "x"), 7);
  EXPECT_EQ(parse_json(R"(["\u00e9\ud83d\ude00"])", "x").dump(), "[\"é😀\"]");
}

TEST(ParseJson, AgreesWithTheLibraryOnWhatIsStrict) {
  Random random(StreamKey{.seed = 60});
  const std::string alphabet = "{}[]\",: \n0123456789.-+eEtruefalsn\\u";
  int parsed = 0;
  for (int round = 0; round < test::cases(20'000); ++round) {
    std::string text = R"({"a": [1, 2.5, {"b": null}], "c": "d\u00e9", "e": [[], true, -1e3]})";
    for (int i = 0; i < 2; ++i) {
      const auto place = random.below(static_cast<std::uint32_t>(text.size()));
      text[place] = alphabet[random.below(static_cast<std::uint32_t>(alphabet.size()))];
    }
    const bool valid = nlohmann::ordered_json::accept(text);
    try {
      const auto json = parse_json(text, "x");
      ASSERT_TRUE(valid) << text;
      ASSERT_EQ(json, nlohmann::ordered_json::parse(text)) << text;
      ++parsed;
    } catch (const InputError& error) {
      // The library lets duplicate keys pass.
      ASSERT_TRUE(!valid || std::string(error.what()).ends_with("occurs twice")) << text;
      ASSERT_THAT(error.what(), testing::StartsWith("x: "));
    }
  }
  EXPECT_GT(parsed, test::cases(300));
}

TEST(ParseJson, ErrorsNameThePlace) {
  const struct {
    std::string text;
    std::string message;
  } cases[] = {
      {"[1,\n 2,\n ]",
       "x: line 3, column 2: syntax error while parsing value - unexpected ']'; "
       "expected '[', '{', or a literal"},
      {"{\"é\": é}",
       "x: line 1, column 7: syntax error while parsing value - invalid literal; "
       "last read: '\"é\": '"},
      {"[1] // one",
       "x: line 1, column 5: syntax error while parsing value - invalid literal; "
       "last read: '1] /'; expected end of input"},
      {R"({"a": {"b": [0, {"c": 1, "c": 2}]}})", "x: a.b[1]: the key \"c\" occurs twice"},
      {"[1e400]", "x: line 1, column 6: number overflow parsing '1e400'"},
      {"\"\t\"",
       "x: line 1, column 2: syntax error while parsing value - invalid string: control "
       "character U+0009 (HT) must be escaped to \\u0009 or \\t; last read: '\"<U+0009>'"},
  };
  for (const auto& [text, message] : cases) {
    EXPECT_THAT([&text = text] { parse_json(text, "x"); }, ThrowsMessage<InputError>(message))
        << text;
  }
  // What is quoted of a long input is short, and valid UTF-8 whatever was cut.
  const std::string long_text = "[\"" + std::string(50'000, 'x') + "é";
  try {
    parse_json(long_text, "x");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_LT(std::string(error.what()).size(), 300u);
    EXPECT_EQ(valid_utf8_prefix(error.what()), std::string(error.what()).size());
  }
}

TEST(ParseJson, NestsToAHundredLevels) {
  const auto nested = [](std::size_t levels, std::string_view begin, std::string_view end) {
    std::string text;
    for (std::size_t i = 0; i < levels; ++i) text += begin;
    text += "1";
    for (std::size_t i = 0; i < levels; ++i) text += end;
    return text;
  };
  for (const auto& [begin, end] : {std::pair("[", "]"), std::pair("{\"k\":", "}")}) {
    EXPECT_EQ(parse_json(nested(100, begin, end), "x").dump(), nested(100, begin, end));
    for (const std::size_t levels : {101, 100'000}) {
      const std::string text = nested(levels, begin, end);
      EXPECT_THAT(
          [&] { parse_json(text, "x"); },
          ThrowsMessage<InputError>(testing::EndsWith("...: nested more than 100 levels deep")));
      EXPECT_TRUE(json_or_discarded(text).is_discarded());
    }
  }
  EXPECT_THAT([&] { parse_json(R"({"a": [1, {"b": [[)" + nested(100, "[", "]"), "x"); },
              ThrowsMessage<InputError>(testing::StartsWith("x: a[1].b[0][0]")));
  EXPECT_EQ(json_or_discarded(" [1] "), nlohmann::ordered_json({1}));
  EXPECT_TRUE(json_or_discarded("[1").is_discarded());
}

// Keys of large objects are compared by hashes: 200,000 of them one by one took a minute.
TEST(ParseJson, DocumentsHoldHalfAMillionValues) {
  const auto zeros = [](std::size_t count) {
    std::string text = "[0";
    for (std::size_t i = 1; i < count; ++i) text += ",0";
    return text + "]";
  };
  const std::size_t most = most_document_values - 1;  // the list is a value, too
  EXPECT_EQ(parse_document(zeros(most), "in").size(), most);
  EXPECT_THAT([&] { parse_document(zeros(most + 1), "in"); },
              ThrowsMessage<InputError>("in: holds more than 500000 values"));
  EXPECT_EQ(parse_json(zeros(most + 1), "in").size(), most + 1) << "a log";
}

TEST(ParseJson, LargeObjectsKeepTheirKeys) {
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += (i == 0 ? "{\"k" : ",\"k") + std::to_string(i) + "\":0";
  EXPECT_EQ(parse_json(text + "}", "x").size(), 200'000u);
  EXPECT_THAT([&] { parse_json("[" + text + ",\"k777\":1}]", "x"); },
              ThrowsMessage<InputError>("x: [0]: the key \"k777\" occurs twice"));
}

TEST(JsonView, ReadsAndRefuses) {
  const auto json = parse_json(
      R"({"format": 3, "n": 5, "big": 9223372036854775808, "r": 0.25, "s": "two", "b": true,
          "list": [1, {"k": "v"}], "deep": {"er": []}})",
      "file.json");
  const JsonView view(json, "file.json");
  EXPECT_EQ(view.at("n").integer(0, 10), 5);
  EXPECT_EQ(view.at("n").number(0, 10), 5.0);
  EXPECT_EQ(view.at("r").number(0, 1), 0.25);
  EXPECT_TRUE(view.at("b").boolean());
  EXPECT_EQ(view.at("list").items()[1].at("k").text(), "v");
  EXPECT_EQ(view.at("list").items()[1].at("k").path(), "list[1].k");
  EXPECT_EQ(view.members().size(), 8u);
  EXPECT_EQ(view.members()[7].second.path(), "deep");
  EXPECT_FALSE(view.find("none"));
  const std::string_view names[] = {"one", "two", "three"};
  EXPECT_EQ(view.at("s").one_of(names), 1u);
  view.format(3);

  const auto refused = [&](auto use, const std::string& message) {
    EXPECT_THAT([&] { use(); }, ThrowsMessage<InputError>("file.json: " + message));
  };
  refused([&] { view.at("none"); }, "member \"none\" is missing");
  refused([&] { view.at("n").at("x"); }, "n: expected an object, found 5");
  refused([&] { view.at("s").items(); }, "s: expected an array, found \"two\"");
  refused([&] { view.at("list").members(); }, "list: expected an object, found an array");
  refused([&] { view.at("n").integer(6, 9); }, "n: expected an integer from 6 to 9, found 5");
  refused([&] { view.at("r").integer(0, 9); }, "r: expected an integer from 0 to 9, found 0.25");
  refused([&] { view.at("big").integer(0, INT64_MAX); },
          "big: expected an integer from 0 to 9223372036854775807, found 9223372036854775808");
  refused([&] { view.at("s").number(0, 1); }, "s: expected a number from 0 to 1, found \"two\"");
  refused([&] { view.at("r").number(0.5, 1); }, "r: expected a number from 0.5 to 1, found 0.25");
  refused([&] { view.at("n").boolean(); }, "n: expected true or false, found 5");
  refused([&] { view.at("b").text(); }, "b: expected a text, found true");
  refused([&] { view.format(1); }, "format: this program reads format 1, found 3");
  refused(
      [&] {
        view.at("deep").only({"err", "eel"});
      },
      "deep: unknown member \"er\"; did you mean \"err\"? Valid: err, eel");
  const std::string_view others[] = {"tow", "too"};
  refused([&] { view.at("s").one_of(others); },
          "s: unknown value \"two\"; did you mean \"tow\"? Valid: tow, too");
  const nlohmann::ordered_json long_key = {{std::string(5000, 'k'), 1}};
  refused([&] { JsonView(long_key, "file.json").members()[0].second.text(); },
          std::string(57, 'k') + "...: expected a text, found 1");
  refused([&] { view.at("n").one_of(others); }, "n: expected one of tow, too, found 5");
}

TEST(ReadJson, AFileMayBeLikeAnotherOneButNotLikeItself) {
  const test::TemporaryDirectory directory;
  const auto file = [&](const std::string& name, const std::string& text) {
    write_file(directory.path() / name, text);
    return (directory.path() / name).string();
  };
  file("one.json", R"({"a": 1, "b": {"c": 2, "d": 3}})");
  const std::string two = file("two.json", R"({"like": "one.json", "b": {"d": 4}})");
  EXPECT_EQ(read_json_like(two).dump(), R"({"a":1,"b":{"c":2,"d":4}})");
  for (const char* other : {"two.json", "three.json"}) {
    const std::string three = file("three.json", fmt::format(R"({{"like": "{}"}})", other));
    try {
      read_json_like(three);
      ADD_FAILURE() << other;
    } catch (const InputError& error) {
      EXPECT_THAT(error.what(), testing::HasSubstr("three.json: like: "));
    }
  }
}

TEST(Names, ASlugIsAPartOfAFileName) {
  EXPECT_EQ(slug("../../Risk with defence_dice=2, \xc3\x97"), "risk-with-defence-dice-2");
  EXPECT_EQ(slug("S\u00e3o Paulo \u00e0 noite, \u6771"), "sao-paulo-a-noite");
  EXPECT_EQ(slug("Stra\u00dfe \xc3"), "strase");
  EXPECT_EQ(slug("///"), "untitled");
  EXPECT_EQ(slug(std::string(47, 'A') + " b"), std::string(47, 'a'));
  EXPECT_EQ(slug(std::string(200, 'A')), std::string(48, 'a'));
}

TEST(ReadAsWritten, RefusesWhatIsMissingOrTooMuch) {
  const nlohmann::ordered_json list = {1, 2};
  std::vector<int> columns(2);
  read_as_written("f", [&] { columns.at(1) = list.at(1); });
  const auto refused =
      ThrowsMessage<InputError>("f: holds something else than this program writes there");
  EXPECT_THAT([&] { read_as_written("f", [&] { columns[0] = list.at(2); }); }, refused);
  EXPECT_THAT([&] { read_as_written("f", [&] { list.at("x"); }); }, refused);
  EXPECT_THAT([&] { read_as_written("f", [&] { columns.at(2) = 1; }); }, refused);
}

TEST(Text, IsPrintableWithoutControlCharacters) {
  EXPECT_EQ(printable("map é\U0001F600 ok"), "map é\U0001F600 ok");
  EXPECT_EQ(printable("a\nb\x1b[31m\x7f\t"), "a\\nb\\x1b[31m\\x7f\\x09");
  EXPECT_EQ(printable("\xc2\x9b"
                      "1m \xff \xc3"),
            "\\x9b1m \\xff \\xc3");
  EXPECT_EQ(printable("a\u202eb\u2029c\u2066"), "a\\u202eb\\u2029c\\u2066");
}

TEST(Text, IsStoredWithoutControlCharacters) {
  EXPECT_EQ(without_controls("Zoë \U0001F600, \u0e01"), "Zoë \U0001F600, \u0e01");
  EXPECT_EQ(without_controls("a\x1b[31m\n\t\x7f|"), "a [31m   |");
  EXPECT_EQ(without_controls("a\x1b[31m\n\t\x7f|", "\n\t"), "a [31m\n\t |");
  EXPECT_EQ(without_controls("\u009b|\u0080|\u2028|\u202a|\u202e|\u2066|\u2069|"),
            " | | | | | | |");
  EXPECT_EQ(without_controls(std::string("\0|\xff|", 4)), " | |");
}

TEST(Text, IsBlankWhereNothingIsSeen) {
  for (const char* text : {"", " ", "\u00a0\u2003", "\u200b\u2060", "\u3000\ufeff "}) {
    EXPECT_TRUE(is_blank(text)) << text;
  }
  for (const char* text : {" a", "\u200b\u00e9", "-", "\xff"}) EXPECT_FALSE(is_blank(text)) << text;
}

TEST(Names, NearestIsByDamerauLevenshtein) {
  const std::string_view names[] = {"advantage", "duration", "drama", "map"};
  EXPECT_EQ(nearest_name("durration", names), "duration");
  EXPECT_EQ(nearest_name("drmaa", names), "drama") << "a transposition";
  EXPECT_EQ(nearest_name("mop", names), "map");
  EXPECT_EQ(nearest_name("xyz", names), std::nullopt);
  EXPECT_EQ(nearest_name("", names), std::nullopt);
  EXPECT_EQ(nearest_name(std::string(1'000'000, 'a'), names), std::nullopt);
  const std::string_view twins[] = {"cat", "car"};
  EXPECT_EQ(nearest_name("cas", twins), "cat") << "the first of equals";
  EXPECT_EQ(nearest_name("x", {}), std::nullopt);
  EXPECT_EQ(unknown_name("criterion", "drmaa", names),
            "unknown criterion \"drmaa\"; did you mean \"drama\"? Valid: advantage, duration, "
            "drama, map");
  EXPECT_EQ(unknown_name("criterion", "xyz", names),
            "unknown criterion \"xyz\"; valid: advantage, duration, drama, map");
}

TEST(Utf8, ValidPrefixAndShortening) {
  const std::string good = "aé中😀\xEE\x80\x80\xF4\x8F\xBF\xBF";
  EXPECT_EQ(valid_utf8_prefix(good), good.size());
  for (const char* bad :
       {"\x80", "\xC0\x80", "\xC1\xBF", "\xE0\x9F\xBF", "\xED\xA0\x80", "\xF0\x8F\xBF\xBF",
        "\xF4\x90\x80\x80", "\xF5\x80\x80\x80", "\xC3", "\xE4\xB8", "\xC3(", "\xF0\x9F\x98x"}) {
    EXPECT_EQ(valid_utf8_prefix(std::string("ok") + bad), 2u);
  }
  EXPECT_EQ(shortened("12345", 5), "12345");
  EXPECT_EQ(shortened("123456", 5), "12...");
  EXPECT_EQ(shortened("1中中中", 6), "1...") << "not half a character";
}

TEST(Random, StreamsAreKnownNumbers) {
  // Recorded results stand on these; they may never change.
  Random random(StreamKey{.seed = 1,
                          .purpose = Purpose::match,
                          .generation = 2,
                          .individual = 3,
                          .match = 4,
                          .substream = 5});
  EXPECT_THAT((std::vector<std::uint64_t>{random.next(), random.next(), random.next()}),
              ElementsAre(11406122273586260570u, 5476397715707891305u, 3281837851735398136u));
  EXPECT_EQ(random.below(1'000'000), 89382u);
}

TEST(Random, KeysThatDifferAnywhereGiveOtherStreams) {
  const StreamKey base;
  std::vector<StreamKey> keys(7, base);
  keys[1].seed = 1;
  keys[2].purpose = Purpose::match;
  keys[3].generation = 1;
  keys[4].individual = 1;
  keys[5].match = 1;
  keys[6].substream = 1;
  std::set<std::uint64_t> first;
  for (const StreamKey& key : keys) first.insert(Random(key).next());
  EXPECT_EQ(first.size(), keys.size());
  EXPECT_EQ(Random(base).next(), Random(base).next());
}

TEST(Random, BoundedDrawsAreUniform) {
  Random random(StreamKey{.seed = 61});
  for (const std::uint32_t bound : {1u, 2u, 3u, 6u, 7u, 1000u}) {
    const int draws = 60'000;
    std::vector<int> counts(bound, 0);
    for (int i = 0; i < draws; ++i) ++counts.at(random.below(bound));
    double chi_square = 0;
    const double expected = static_cast<double>(draws) / bound;
    for (const int count : counts) chi_square += (count - expected) * (count - expected) / expected;
    const double freedom = bound - 1.0;
    EXPECT_LT(chi_square, freedom + 5 * std::sqrt(2 * freedom) + 5) << bound;
  }
  // The largest bounds need the rejection step.
  const std::uint32_t bound = 0xC0000000u;
  int high = 0;
  for (int i = 0; i < 30'000; ++i) high += random.below(bound) >= 0x60000000u ? 1 : 0;
  EXPECT_NEAR(high, 15'000, 5 * std::sqrt(30'000 * 0.25));
}

TEST(Random, UnitChanceAndShuffle) {
  Random random(StreamKey{.seed = 62});
  double sum = 0;
  for (int i = 0; i < 100'000; ++i) {
    const double u = random.unit();
    ASSERT_TRUE(u >= 0 && u < 1);
    sum += u;
    ASSERT_FALSE(random.chance(0));
    ASSERT_TRUE(random.chance(1));
  }
  EXPECT_NEAR(sum / 100'000, 0.5, 5 * std::sqrt(1 / 12.0 / 100'000));
  std::map<std::string, int> orders;
  for (int i = 0; i < 24'000; ++i) {
    std::string text = "abcd";
    random.shuffle(text.begin(), text.end());
    ++orders[text];
  }
  EXPECT_EQ(orders.size(), 24u);
  for (const auto& [order, count] : orders) {
    EXPECT_NEAR(count, 1000, 5 * std::sqrt(1000.0)) << order;
  }
}

TEST(Json, OfAnEmptyFileSaysSo) {
  for (const char* text : {"", " \n"}) {
    try {
      parse_json(text, "f.json");
      ADD_FAILURE();
    } catch (const InputError& error) {
      EXPECT_STREQ(error.what(), "f.json: is empty");
    }
  }
}

TEST(Wrapped, BreaksAtBlanksByCharacters) {
  EXPECT_EQ(wrapped("one two three", 9, "", ""), "one two\nthree\n");
  EXPECT_EQ(wrapped("one two three", 9, "- ", "  "), "- one two\n  three\n");
  EXPECT_EQ(wrapped("\u00e9\u00e9\u00e9 \u00e9\u00e9\u00e9", 7, "", ""),
            "\u00e9\u00e9\u00e9 \u00e9\u00e9\u00e9\n");
  EXPECT_EQ(wrapped("a-word-that-is-too-long b", 5, "", " "), "a-word-that-is-too-long\n b\n");
  EXPECT_EQ(wrapped("", 5, "- ", ""), "");
}

TEST(Folded, GoesOnInTheColumnWhereALineBegan) {
  EXPECT_EQ(folded("short\n\n  --name N   what it is for\n", 18),
            "short\n\n  --name N   what\n             it is\n             for\n");
  EXPECT_EQ(folded("    one two three four\n", 14), "    one two\n    three four\n");
  EXPECT_EQ(folded("one two three four\n", 14, 4), "one two three\n    four\n");
}

}  // namespace
}  // namespace evorisk
