// JSON, written piece by piece into one text.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

namespace yomikiri {

class Json {
  public:
    const std::string& text() const { return text_; }

    Json& begin(char bracket) {
        separate();
        text_ += bracket;
        return *this;
    }
    Json& end(char bracket) {
        text_ += bracket;
        return *this;
    }
    Json& key(std::string_view name) {
        value(name);
        text_ += ':';
        return *this;
    }
    Json& value(std::string_view words) {
        separate();
        text_ += '"';
        for (const char c : words) {
            if (c == '"' || c == '\\') {
                text_ += '\\';
                text_ += c;
            } else if (static_cast<unsigned char>(c) < ' ') {
                char code[8];
                std::snprintf(code, sizeof code, "\\u%04x", static_cast<unsigned>(c));
                text_ += code;
            } else {
                text_ += c;
            }
        }
        text_ += '"';
        return *this;
    }
    Json& value(const char* words) { return value(std::string_view(words)); }
    Json& value(const std::string& words) { return value(std::string_view(words)); }
    Json& value(const std::optional<std::string>& words) { return words ? value(*words) : null(); }
    Json& value(bool truth) { return raw(truth ? "true" : "false"); }
    Json& value(int number) { return raw(std::to_string(number)); }
    Json& value(std::uint64_t number) { return raw(std::to_string(number)); }
    Json& value(double number) {
        char digits[32];
        std::snprintf(digits, sizeof digits, "%.17g", number);
        return raw(digits);
    }
    Json& null() { return raw("null"); }

    template <class T>
    Json& pair(std::string_view name, const T& what) {
        key(name);
        return value(what);
    }

  private:
    Json& raw(std::string_view words) {
        separate();
        text_ += words;
        return *this;
    }
    // A comma where one is needed: not at the start, nor after a bracket or a colon.
    void separate() {
        if (text_.empty()) return;
        const char last = text_.back();
        if (last != '{' && last != '[' && last != ':') text_ += ',';
    }

    std::string text_;
};

}  // namespace yomikiri
