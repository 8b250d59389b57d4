// The desk: what the page asks about a line of play, answered as JSON by any game that has words.
//
// The twin of src/yomikiri/web/boards.py and question.py.  Moves are known by what a game's notations call
// them in their position, so nothing is played that the rules do not list.
#pragma once

#include <concepts>

#include "words/answer.hpp"
#include "words/difficulty.hpp"
#include "words/setup.hpp"

namespace yomikiri {

template <class W>
concept HasWords = requires(const W words, const Setup setup, const typename W::Position at,
                            const typename W::Move move, Json json, const Question asked) {
    { W::kName } -> std::convertible_to<const char*>;
    { W::open(setup) } -> std::same_as<Start<W>>;
    { words.choices(at) } -> std::same_as<std::vector<typename W::Move>>;
    { words.play(at, move) } -> std::same_as<typename W::Position>;
    { words.is_goal(at) } -> std::same_as<bool>;
    { words.why_unsolvable(at) } -> std::same_as<std::string>;  // empty: nothing is known
    { words.write(at) } -> std::same_as<std::string>;
    { words.write_move(at, move) } -> std::same_as<std::string>;
    { words.notations(at, move) } -> std::same_as<Words>;  // as many as their names
    { words.notation_names() } -> std::same_as<Words>;
    { words.show(at, move) } -> std::same_as<Shown>;
    words.board(json, at);
    { words.rules_line() } -> std::same_as<Title>;
    { words.goal() } -> std::same_as<typename W::Position>;  // one that is won
    { words.guide() } -> std::same_as<Lines>;                // the rules, ten lines at most
    { words.solve(at, asked) } -> std::same_as<Found<typename W::Move>>;
};

inline const char* name_of(Outcome outcome) {
    constexpr std::array<const char*, 6> kNames{"SOLVED",     "UNSOLVABLE",   "NODE_LIMIT",
                                                "TIME_LIMIT", "MEMORY_LIMIT", "CANCELLED"};
    return kNames[static_cast<std::size_t>(outcome)];
}

inline void write_setup(Json& json, const Setup& setup) {
    json.begin('{').pair("game", setup.game).pair("size", setup.size).pair("variant", setup.variant);
    json.key("options").begin('{');
    for (const auto& [name, value] : setup.options) json.pair(name, value);
    json.end('}').pair("deal", setup.deal).pair("position", setup.position);
    json.pair("arrangement", setup.arrangement).end('}');
}

// The goal and the rules, for a newcomer.
template <HasWords W>
std::string guide(const Setup& rules) {
    const W words = W::make(rules);
    Json json;
    json.begin('{').key("goal");
    words.board(json, words.goal());
    json.key("lines").begin('[');
    for (const Title& line : words.guide()) line.write(json);
    return json.end(']').end('}').text();
}

// The number of the deal, at most `most`, that a day draws after `before` others: the twin of web/daily.py.
template <HasWords W>
std::uint64_t drawn_by(const std::string& day, const Setup& rules, std::uint64_t most, unsigned before) {
    const W words = W::make(rules);
    Options options = words.options();
    std::sort(options.begin(), options.end());
    std::string key =
        "daily/" + day + "/" + W::kName + "/" + words.size() + "/" + words.variant().value_or("");
    for (const auto& [name, value] : options) key += "/" + name + "=" + value;
    SplitMix64 stream = stream_of(key);
    for (; before > 0; --before) below(stream, most);
    return 1 + below(stream, most);
}

template <HasWords W>
class Desk {
  public:
    using Position = typename W::Position;
    using Move = typename W::Move;

    Desk(const Setup& setup, const Words& moves) : start_(W::open(setup)), position_(start_.position) {
        for (const std::string& text : moves) {
            played_.push_back(move_of(text));
            texts_.push_back(words().write_move(position_, played_.back()));
            position_ = words().play(position_, played_.back());
        }
    }

    // Where the line has come to.
    std::string state() const {
        Json json;
        begin(json);
        json.key("board");
        words().board(json, position_);
        const std::vector<Move> choices = words().choices(position_);
        std::vector<Shown> shown;
        for (const Move& move : choices) shown.push_back(words().show(position_, move));
        json.key("legal").begin('[');
        for (std::size_t i = 0; i < choices.size(); ++i)
            write_move(json, words().write_move(position_, choices[i]), shown[i]);
        const bool won = words().is_goal(position_);
        const bool stuck = !won && choices.empty();
        json.end(']').pair("won", won).pair("stuck", stuck).pair("text", words().write(position_));
        const std::string why = words().why_unsolvable(position_);
        json.key("why_lost");
        if (!why.empty())
            json.value(why);
        else if (stuck)
            json.value("no move is left");
        else
            json.null();
        json.key("home").begin('{');
        for (const std::size_t i : double_clicks(shown))
            json.pair(shown[i].cards[0], words().write_move(position_, choices[i]));
        json.end('}').key("held_back").begin('{');
        if constexpr (requires { words().held_back(json, position_, shown); })
            words().held_back(json, position_, shown);
        json.end('}').key("rules");
        words().rules_line().write(json);
        return json.end('}').text();
    }

    // The whole line, board by board.
    std::string line() const {
        Json json;
        json.begin('{').key("setup");
        write_setup(json, start_.setup);
        json.key("states").begin('[');
        std::vector<Position> positions{start_.position};
        words().board(json, positions[0]);
        for (const Move& move : played_) {
            positions.push_back(words().play(positions.back(), move));
            words().board(json, positions.back());
        }
        json.end(']').key("moves").begin('[');
        std::vector<Words> notations;
        for (std::size_t i = 0; i < played_.size(); ++i) {
            write_move(json, texts_[i], words().show(positions[i], played_[i]));
            notations.push_back(words().notations(positions[i], played_[i]));
        }
        json.end(']').key("notations").begin('{');
        const Words names = words().notation_names();
        for (std::size_t which = 0; which < names.size(); ++which) {
            json.key(names[which]).begin('[');
            for (const Words& one : notations) json.value(one[which]);
            json.end(']');
        }
        return json.end('}').pair("won", words().is_goal(position_)).end('}').text();
    }

    // What can be said without searching; games that have nothing of their own say their lower bounds.
    std::string analysis() const {
        Json json;
        if constexpr (requires { words().analysis(json, position_); }) {
            words().analysis(json, position_);
        } else if constexpr (requires { words().bounds(position_); }) {
            json.begin('{').pair("kind", "text").key("bounds").begin('{');
            int most = 0;
            for (const auto& [name, value] : words().bounds(position_)) {
                json.pair(name, value);
                most = std::max(most, value);
            }
            json.end('}').pair("text", "at least " + std::to_string(most) + " moves").end('}');
        } else {
            refuse("that needs a server: yomikiri serve has it");
        }
        return json.text();
    }

    // What a search says of where the line has come to; `glance`: only what needs none.
    std::string solve(const Question& asked, bool glance) const {
        Found<Move> found;
        found.algorithm = "look";
        std::optional<std::string> reason;
        const std::string why = words().why_unsolvable(position_);
        if (!why.empty()) {
            reason = why;
        } else if (words().is_goal(position_)) {
            found.outcome = Outcome::kSolved;
            found.moves.emplace();
        } else if (glance && W::kKnowsUnsolvable) {
            found.outcome = Outcome::kSolved;
        } else if (glance) {
            return "null";
        } else {
            found = words().solve(position_, asked);
        }
        Json json;
        json.begin('{').pair("outcome", name_of(found.outcome)).key("moves");
        write_solution(json, found);
        const int length = found.moves ? static_cast<int>(found.moves->size()) : -1;
        json.pair("proved_shortest", length >= 0 && found.lower == length).key("lower");
        // No bound where there is no solution at all.
        if (found.outcome == Outcome::kUnsolvable)
            json.null();
        else
            json.value(found.lower);
        json.key("upper");
        if (length >= 0)
            json.value(length);
        else
            json.null();
        json.pair("proof", found.fingerprints ? "fingerprint" : "exact")
            .pair("error_bound", found.error_bound);
        json.pair("expanded", found.counts.expanded).pair("generated", found.counts.generated);
        json.pair("stored", found.counts.stored)
            .pair("bytes", found.peak_bytes)
            .pair("seconds", found.seconds);
        json.pair("algorithm", found.algorithm);
        if (reason) json.pair("reason", *reason);
        return json.end('}').text();
    }

    // How hard it is where the line has come to.
    std::string rating(const Question& asked) const {
        const Difficulty found = DifficultyWalk<W>(words(), asked).rate(position_);
        Json json;
        json.begin('{').pair("outcome", name_of(found.outcome)).pair("expanded", found.expanded);
        json.key("length");
        if (found.length < 0) return json.null().key("level").null().end('}').text();
        json.value(found.length).pair("level", found.level()).pair("luck", found.luck);
        json.pair("legal", found.legal).pair("winning", found.winning).pair("losing", found.losing);
        return json.pair("undecided", found.undecided).end('}').text();
    }

  private:
    const W& words() const { return start_.words; }

    void begin(Json& json) const {
        json.begin('{').key("setup");
        write_setup(json, start_.setup);
        json.key("moves").begin('[');
        for (const std::string& text : texts_) json.value(text);
        json.end(']');
    }
    static void write_move(Json& json, const std::string& text, const Shown& shown) {
        json.begin('{').pair("text", text).key("cards").begin('[');
        for (const std::string& card : shown.cards) {
            if (shown.numbers)
                json.value(std::stoi(card));
            else
                json.value(card);
        }
        json.end(']').pair("from", shown.from).pair("to", shown.to);
        if (!shown.by_itself.empty()) json.pair("by_itself", shown.by_itself);
        json.end('}');
    }
    // The moves that double clicks make: of those that a card begins, the one of least worth, the first of
    // equals; one of negative worth never is.
    std::vector<std::size_t> double_clicks(const std::vector<Shown>& shown) const {
        std::vector<std::size_t> found;
        std::vector<int> worth;
        for (const Shown& move : shown) worth.push_back(words().click_worth(position_, move, shown));
        for (std::size_t i = 0; i < shown.size(); ++i) {
            if (worth[i] < 0) continue;
            const auto same = std::find_if(found.begin(), found.end(), [&](std::size_t other) {
                return shown[other].cards[0] == shown[i].cards[0];
            });
            if (same == found.end())
                found.push_back(i);
            else if (worth[i] < worth[*same])
                *same = i;
        }
        return found;
    }
    // Replayed by the rules: a solution that does not win would be a bug, and is never shown.
    void write_solution(Json& json, const Found<Move>& found) const {
        if (!found.moves) {
            json.null();
            return;
        }
        Position at = position_;
        json.begin('[');
        for (const Move& move : *found.moves) {
            const std::vector<Move> legal = words().choices(at);
            const bool is_legal = std::any_of(legal.begin(), legal.end(), [&](const Move& one) {
                return words().write_move(at, one) == words().write_move(at, move);
            });
            if (!is_legal) refuse("internal error, a bug in yomikiri: an illegal move in a solution");
            json.value(words().write_move(at, move));
            at = words().play(at, move);
        }
        json.end(']');
        if (!words().is_goal(at)) refuse("internal error, a bug in yomikiri: a solution that does not win");
    }

    // The legal move that a text means, in any of the game's notations.
    Move move_of(const std::string& given) const {
        const std::string text = lower(stripped(given));
        const std::vector<Move> choices = words().choices(position_);
        for (const Move& move : choices)
            for (const std::string& written : words().notations(position_, move))
                if (lower(written) == text) return move;
        refuse("move ", played_.size() + 1, ": '", shown(given), "' is not a legal move there");
    }

    Start<W> start_;
    Position position_;
    std::vector<Move> played_;
    Words texts_;
};

}  // namespace yomikiri
