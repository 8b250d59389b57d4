// What Python gives to a game and its searches, in C++'s terms: parameters of the rules, limits, a watch.
#pragma once

#include <nanobind/nanobind.h>

#include <map>
#include <optional>
#include <string>

#include "bindings.hpp"

namespace yomikiri {

inline Arguments arguments_of(const nb::kwargs& given) {
    std::map<std::string, Arguments::Value> values;
    for (const auto& [key, value] : given) {
        const std::string name = nb::cast<std::string>(key);
        std::int64_t number = 0;
        std::string text;
        if (nb::isinstance<nb::bool_>(value))
            values[name] = nb::cast<bool>(value);
        else if (nb::isinstance<nb::int_>(value) && nb::try_cast(value, number))
            values[name] = number;
        else if (nb::isinstance<nb::str>(value) && nb::try_cast(value, text))
            values[name] = text;
        else if (nb::isinstance<nb::bytes>(value)) {
            const nb::bytes bytes = nb::borrow<nb::bytes>(value);
            values[name] = Arguments::Bytes(bytes.c_str(), bytes.c_str() + bytes.size());
        } else {
            refuse("the parameter ", shown(name), ": expected a number, a flag, a word or bytes");
        }
    }
    return Arguments(std::move(values));
}

template <class G>
G game_of(const Arguments& arguments) {
    G game(arguments);
    arguments.check_all_known();
    return game;
}

// What each search is given besides its position.
struct SearchLimits {
    Limits limits;
    Watch watch;

    SearchLimits(std::optional<std::uint64_t> nodes, std::optional<double> seconds, std::uint64_t memory,
                 const nb::object& call)
        : limits(limits_of(nodes, seconds, memory)), watch(watch_of(call)) {}
};

}  // namespace yomikiri
