// How bad input is refused: before a search sees it, and with uniform messages.
//
// A message says what was found and what was expected.  In Python it is a ValueError.
#pragma once

#include <array>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <map>
#include <optional>
#include <set>
#include <stdexcept>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <variant>
#include <vector>

namespace yomikiri {

// Not by a stream: its locales are a quarter of a module that a browser has to load.
template <class Part>
void append(std::string& message, const Part& part) {
    if constexpr (std::is_convertible_v<Part, std::string_view>) {
        message += std::string_view(part);
    } else if constexpr (std::is_same_v<Part, char>) {
        message += part;
    } else if constexpr (std::is_floating_point_v<Part>) {
        std::array<char, 32> digits;
        std::snprintf(digits.data(), digits.size(), "%g", static_cast<double>(part));
        message += digits.data();
    } else {
        message += std::to_string(part);
    }
}

template <class... Parts>
[[noreturn]] void refuse(const Parts&... parts) {
    std::string message;
    (append(message, parts), ...);
    throw std::invalid_argument(message);
}

template <std::integral T>
T within(const char* name, T value, std::type_identity_t<T> least, std::type_identity_t<T> most) {
    if (value < least || value > most) refuse(name, " ", value, ": expected ", least, " to ", most);
    return value;
}

// Outside text, made safe for a message.
inline std::string shown(const std::string& text) {
    constexpr std::size_t kMost = 24;
    std::string safe = text.substr(0, kMost);
    for (char& c : safe)
        if (c < ' ' || c > '~') c = '?';
    return text.size() > kMost ? safe + "..." : safe;
}

// The index of a word among the known ones.
template <std::size_t n>
std::size_t choice(const char* name, const std::string& word, const std::array<const char*, n>& known) {
    std::string all;
    for (std::size_t i = 0; i < n; ++i) {
        if (word == known[i]) return i;
        all += (i > 0 ? ", " : "") + std::string(known[i]);
    }
    refuse("unknown ", name, " '", shown(word), "': expected one of ", all);
}

// The parameters of a game's rules, by name, as Python gives them.  The game asks for each with its allowed
// values; any that it did not ask for are refused.
class Arguments {
  public:
    using Bytes = std::vector<std::uint8_t>;
    using Value = std::variant<bool, std::int64_t, std::string, Bytes>;

    Arguments() = default;
    explicit Arguments(std::map<std::string, Value> values) : values_(std::move(values)) {}

    std::int64_t number(const char* name, std::int64_t least, std::int64_t most,
                        std::optional<std::int64_t> otherwise = std::nullopt) const {
        const auto* found = get<std::int64_t>(name, "a whole number", otherwise.has_value());
        return found == nullptr ? *otherwise : within(name, *found, least, most);
    }
    bool flag(const char* name, std::optional<bool> otherwise = std::nullopt) const {
        const auto* found = get<bool>(name, "True or False", otherwise.has_value());
        return found == nullptr ? *otherwise : *found;
    }
    // The index of the given word among the known ones; the first by default.
    template <std::size_t n>
    std::size_t choice(const char* name, const std::array<const char*, n>& known) const {
        const auto* found = get<std::string>(name, "a word", true);
        return found == nullptr ? 0 : yomikiri::choice(name, *found, known);
    }
    Bytes bytes(const char* name) const { return *get<Bytes>(name, "bytes", false); }

    // Call this after asking for all parameters.
    void check_all_known() const {
        for (const auto& [name, value] : values_)
            if (asked_.find(name) == asked_.end()) {
                std::string all;
                for (const std::string& known : asked_) all += (all.empty() ? "" : ", ") + known;
                refuse("unknown parameter '", shown(name), "': expected ", all.empty() ? "none" : all);
            }
    }

  private:
    template <class T>
    const T* get(const char* name, const char* what, bool optional) const {
        asked_.insert(name);
        const auto found = values_.find(name);
        if (found == values_.end()) {
            if (!optional) refuse("no ", name, ": expected ", what);
            return nullptr;
        }
        const T* value = std::get_if<T>(&found->second);
        if (value == nullptr) refuse("the parameter ", name, ": expected ", what);
        return value;
    }

    std::map<std::string, Value> values_;
    mutable std::set<std::string> asked_;
};

}  // namespace yomikiri
