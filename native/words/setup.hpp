// What a person asks for: a game, its rules in words, and a deal or a position; and how a game answers.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "words/dealing.hpp"
#include "words/json.hpp"

namespace yomikiri {

using Options = std::vector<std::pair<std::string, std::string>>;

struct Setup {
    std::string game;
    std::optional<std::string> size, variant, deal, position, arrangement;
    Options options;

    std::optional<std::string> option(const std::string& name) const {
        for (const auto& [key, value] : options)
            if (key == name) return value;
        return std::nullopt;
    }
    // Refuses options and variants that the game does not have.
    void check(const Words& known_options, const Words& variants) const {
        for (const auto& [name, value] : options)
            if (std::find(known_options.begin(), known_options.end(), name) == known_options.end())
                refuse("unknown option '", shown(name), "' of ", game, ": expected one of ",
                       known_options.empty() ? "none" : joined(known_options, ", "));
        if (variant && std::find(variants.begin(), variants.end(), *variant) == variants.end())
            refuse("unknown variant '", shown(*variant), "' of ", game, ": expected one of ",
                   variants.empty() ? "none" : joined(variants, ", "));
    }
    // The number of a deal that is given as one.
    std::optional<std::uint64_t> number(std::uint64_t most) const {
        std::string digits = deal.value_or("");
        if (digits.starts_with("#")) digits.erase(0, 1);
        const bool negative = digits.starts_with("-");
        if (negative || digits.starts_with("+")) digits.erase(0, 1);
        if (digits.empty() || !std::all_of(digits.begin(), digits.end(), is_digit)) return std::nullopt;
        const std::uint64_t value = negative ? 0 : value_of(digits, most);
        if (value < 1) refuse("deal '", shown(*deal), "' is out of range: expected 1 to ", most);
        return value;
    }
    // The number of a deal that is called word:number; refuses one out of range.
    std::optional<std::uint64_t> named(const std::string& word, std::uint64_t most) const {
        if (!deal || !deal->starts_with(word + ":")) return std::nullopt;
        const std::uint64_t value = value_of(deal->substr(word.size() + 1), most);
        if (value < 1)
            refuse("deal '", shown(*deal), "' is out of range: expected ", word, ":1 to ", word, ":", most);
        return value;
    }
    [[noreturn]] void refuse_deal() const {
        refuse("'", shown(deal.value_or("")), "' is not a deal: expected a number, or the name of one");
    }

  private:
    // What digits say, or 0 if they are none, or say more than `most`.
    static std::uint64_t value_of(const std::string& digits, std::uint64_t most) {
        std::uint64_t value = 0;
        for (const char c : digits) {
            const auto digit = static_cast<std::uint64_t>(c - '0');
            if (!is_digit(c) || digits.size() > 20 || digit > most || value > (most - digit) / 10) return 0;
            value = value * 10 + digit;
        }
        return value;
    }
};

// Where a setup leads: the game in words, a position, and the setup with everything filled in.
template <class W>
struct Start {
    W words;
    typename W::Position position;
    Setup setup;
};

// For the page, in its two languages.
struct Title {
    const char* en;
    std::string ja;
    std::string english = {};

    void write(Json& json) const {
        json.begin('{').pair("en", english.empty() ? std::string(en) : english).pair("ja", ja).end('}');
    }
};

using Bounds = std::vector<std::pair<std::string, int>>;  // lower bounds by name

// A move as the page draws it.
struct Shown {
    Words cards;
    std::string from, to;
    bool numbers = false;        // whether cards are numbers
    std::string by_itself = {};  // whether the page may play it unasked: "safe", "home", or not
};

// For whoever sees a game for the first time.
using Lines = std::vector<Title>;

// The setup with everything filled in that the game knows.
template <class W>
Setup filled(const W& words, const Setup& asked, const std::string& text) {
    Setup full;
    full.game = W::kName;
    full.size = words.size();
    full.variant = words.variant();
    full.options = words.options();
    if (!asked.deal) {
        full.position = text;
        return full;
    }
    full.deal = asked.deal;
    // A number without ornaments.
    if (const auto number = asked.number(kMostDeals)) full.deal = std::to_string(*number);
    return full;
}

// The start of a game whose deals are single positions.
template <class W>
Start<W> open_plain(const Setup& setup) {
    if (setup.deal.has_value() == setup.position.has_value())
        refuse("a setup has a deal or a position: expected one of them, and not both");
    if (setup.arrangement) refuse(W::kName, " has no arrangements");
    auto [words, position] = setup.position ? W::read(setup, *setup.position) : W::dealt(setup);
    if (setup.position && setup.size && W::make(setup).size() != words.size())
        refuse("the position has ", words.size(), ", expected ", *setup.size);
    Setup full = filled(words, setup, words.write(position));
    return {words, position, full};
}

}  // namespace yomikiri
