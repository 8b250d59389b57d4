// Playing cards as people write them: the twin of core/cards.py.
#pragma once

#include <array>
#include <optional>
#include <string>

#include "words/text.hpp"

namespace yomikiri {

struct Card {
    int suit = 0;  // of "HDSC"
    int rank = 0;  // from 1
    friend bool operator==(const Card&, const Card&) = default;
};

inline constexpr std::string_view kSuitLetters = "HDSC", kRankLetters = "A234567890JQK";

// Suit first, ten as 0; and as FreeCell players write it, rank first and ten as T.
inline std::string write_card(Card card) {
    return {kSuitLetters[static_cast<std::size_t>(card.suit)],
            kRankLetters[static_cast<std::size_t>(card.rank - 1)]};
}
inline char rank_letter(int rank) {
    return rank == 10 ? 'T' : kRankLetters[static_cast<std::size_t>(rank - 1)];
}
inline std::string write_rank_first(Card card) {
    return {rank_letter(card.rank), kSuitLetters[static_cast<std::size_t>(card.suit)]};
}

// Takes a suit off the front of a text: a letter, or a symbol with or without the mark of a picture.
inline int take_suit(std::string& text) {
    constexpr std::array<const char*, 8> kSymbols{"♥", "♦", "♠", "♣", "♡", "♢", "♤", "♧"};
    if (text.empty()) return -1;
    const char letter = text[0] >= 'a' ? static_cast<char>(text[0] - 'a' + 'A') : text[0];
    int suit = -1;
    if (const std::size_t at = kSuitLetters.find(letter); at != std::string_view::npos) {
        suit = static_cast<int>(at);
        text.erase(0, 1);
    }
    for (std::size_t i = 0; suit < 0 && i < kSymbols.size(); ++i)
        if (text.starts_with(kSymbols[i])) {
            suit = static_cast<int>(i % 4);
            text.erase(0, std::string(kSymbols[i]).size());
        }
    if (suit >= 0 && (text.starts_with("\xEF\xB8\x8E") || text.starts_with("\xEF\xB8\x8F"))) text.erase(0, 3);
    return suit;
}
// The rank that a whole text is, or 0.
inline int read_rank(const std::string& text) {
    if (text == "10") return 10;
    if (text.size() != 1) return 0;
    const char letter = upper(text)[0];
    if (letter == 'T') return 10;
    if (letter == '1') return 1;
    const std::size_t at = kRankLetters.find(letter);
    return at == std::string_view::npos ? 0 : static_cast<int>(at) + 1;
}

inline std::optional<Card> read_card(const std::string& text) {
    std::string rest = text;
    int suit = take_suit(rest);
    if (suit >= 0) {
        const int rank = read_rank(rest);
        return rank > 0 ? std::optional(Card{suit, rank}) : std::nullopt;
    }
    const std::size_t size = text.starts_with("10") ? 2 : 1;
    if (text.size() <= size) return std::nullopt;
    const int rank = read_rank(text.substr(0, size));
    rest = text.substr(size);
    suit = take_suit(rest);
    return rank > 0 && suit >= 0 && rest.empty() ? std::optional(Card{suit, rank}) : std::nullopt;
}
inline Card parse_card(const std::string& text) {
    const std::optional<Card> card = read_card(text);
    if (!card)
        refuse("'", shown(text), "' is not a card: expected a suit H, D, S or C and a rank ",
               std::string(kRankLetters));
    return *card;
}

inline std::vector<Card> deck(int ranks) {
    std::vector<Card> cards;
    for (int suit = 0; suit < 4; ++suit)
        for (int rank = 1; rank <= ranks; ++rank) cards.push_back({suit, rank});
    return cards;
}

}  // namespace yomikiri
