// Texts from outside: lines, words and small numbers, the twin of core/board_text.py.
//
// A line ends where it ends, or at '/'.  '#' begins a comment.  Texts are UTF-8; who hands one over has made
// every blank a space, a tab or a line feed.
#pragma once

#include <algorithm>
#include <cctype>
#include <string>
#include <utility>
#include <vector>

#include "arguments.hpp"

namespace yomikiri {

using Words = std::vector<std::string>;

inline bool is_blank(char c) { return c == ' ' || c == '\t' || c == '\n'; }
inline bool is_digit(char c) { return c >= '0' && c <= '9'; }

inline std::string stripped(const std::string& text) {
    std::size_t first = 0, last = text.size();
    while (first < last && is_blank(text[first])) ++first;
    while (last > first && is_blank(text[last - 1])) --last;
    return text.substr(first, last - first);
}
inline std::string lower(std::string text) {
    for (char& c : text)
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c + 'a' - 'A');
    return text;
}
inline std::string upper(std::string text) {
    for (char& c : text)
        if (c >= 'a' && c <= 'z') c = static_cast<char>(c - 'a' + 'A');
    return text;
}

inline Words split(const std::string& text) {
    Words found;
    std::string word;
    for (const char c : text + " ") {
        if (!is_blank(c)) {
            word += c;
        } else if (!word.empty()) {
            found.push_back(std::exchange(word, {}));
        }
    }
    return found;
}
inline Words split_at(const std::string& text, char mark) {
    Words found(1);
    for (const char c : text)
        if (c == mark)
            found.emplace_back();
        else
            found.back() += c;
    return found;
}
inline std::string joined(const Words& words, const std::string& between) {
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i) all += (i > 0 ? between : "") + words[i];
    return all;
}

// The lines with their numbers from 1, blank ones too, without comments.
inline std::vector<std::pair<int, std::string>> numbered_lines(const std::string& text) {
    std::vector<std::pair<int, std::string>> found;
    Words wholes = split_at(text, '\n');
    if (wholes.back().empty()) wholes.pop_back();
    int number = 0;
    for (const std::string& whole : wholes)
        for (std::string& line : split_at(whole.substr(0, whole.find('#')), '/'))
            found.emplace_back(++number, std::move(line));
    return found;
}
inline std::vector<Words> word_lines(const std::string& text) {
    std::vector<Words> found;
    for (const auto& [number, line] : numbered_lines(text))
        if (Words words = split(line); !words.empty()) found.push_back(std::move(words));
    return found;
}
inline void refuse_nothing(const std::string& text, const std::string& expected) {
    if (!word_lines(text).empty()) return;
    refuse("the text ", stripped(text).empty() ? "is empty" : "has only comments", ": expected ", expected);
}

// A number of up to `most` digits; -1 for anything else.
inline int small_number(const std::string& text, std::size_t most = 3) {
    if (text.empty() || text.size() > most || !std::all_of(text.begin(), text.end(), is_digit)) return -1;
    int value = 0;
    for (const char c : text) value = value * 10 + (c - '0');
    return value;
}
// Numbers with an x between them, such as 8x4; empty for anything else.
inline std::vector<int> sides_of(const std::string& text) {
    std::vector<int> found;
    for (const std::string& part : split_at(lower(text), 'x')) {
        const int side = small_number(part);
        if (side < 0) return {};
        found.push_back(side);
    }
    return found;
}

}  // namespace yomikiri
