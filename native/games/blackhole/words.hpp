// Black Hole in words: how it is asked for, dealt, read, written and drawn, and what it answers.
//
// The twin of games/blackhole/rules.py, deals.py, notation.py, walks.py and web.py; the rules are the
// kernel's.
#pragma once

#include "games/blackhole/blackhole.hpp"
#include "words/answer.hpp"
#include "words/setup.hpp"

namespace yomikiri {

class BlackHoleWords {
  public:
    static constexpr const char* kName = "black-hole";
    static constexpr bool kKnowsUnsolvable = false;
    using Move = std::uint8_t;  // a fan
    struct Position {
        Card hole;
        std::vector<std::vector<Card>> fans;  // each from the bottom to the top
    };

    static BlackHoleWords make(const Setup& setup) {
        setup.check({}, {});
        const int ranks = setup.size ? small_number(*setup.size) : 13;
        if (ranks < 3 || ranks > 13 || ranks % 2 == 0)
            refuse("size '", shown(*setup.size),
                   "' is not a size of black-hole: expected an odd number of ranks from 3 to 13");
        return BlackHoleWords(ranks);
    }
    static std::pair<BlackHoleWords, Position> dealt(const Setup& setup) {
        const BlackHoleWords words = make(setup);
        const bool whole = words.ranks_ == 13;
        if (const auto number = setup.number(kMostMicrosoft))
            return {words, words.laid_out(whole ? microsoft_order(*number) : words.own_order(*number))};
        if (const auto number = setup.named("own", kMostDeals))
            return {words, words.laid_out(words.own_order(*number))};
        if (const auto number = setup.named("ms", kMostMicrosoft)) {
            if (!whole)
                refuse("deal '", shown(*setup.deal), "' has 13 ranks, the game ", words.ranks_,
                       ": expected own:", *number);
            return {words, words.laid_out(microsoft_order(*number))};
        }
        if (setup.deal->find(':') != std::string::npos)
            refuse("deal '", shown(*setup.deal), "' is not known: expected a form like ms:24 or own:5");
        setup.refuse_deal();
    }
    static std::pair<BlackHoleWords, Position> read(const Setup& setup, const std::string& text) {
        const BlackHoleWords words = make(setup);
        return {words, words.parse(text)};
    }
    static Start<BlackHoleWords> open(const Setup& setup) { return open_plain<BlackHoleWords>(setup); }

    std::string size() const { return std::to_string(ranks_); }
    std::optional<std::string> variant() const { return std::nullopt; }
    Options options() const { return {}; }

    std::vector<Move> choices(const Position& at) const {
        const auto [game, key] = kernel(at, false);
        BlackHole::State state;
        BlackHole::Moves moves;
        game.open(key, state);
        game.moves(state, moves);
        return {moves.begin(), moves.end()};
    }
    Position play(const Position& at, Move fan) const {
        Position after = at;
        after.hole = after.fans[fan].back();
        after.fans[fan].pop_back();
        return after;
    }
    bool is_goal(const Position& at) const {
        return std::all_of(at.fans.begin(), at.fans.end(), [](const auto& fan) { return fan.empty(); });
    }
    std::string why_unsolvable(const Position& at) const {
        RankWalks::Counts counts = 0;
        for (const auto& fan : at.fans)
            for (const Card card : fan) counts += RankWalks::Counts{1} << 4 * (card.rank - 1);
        if (RankWalks(ranks_).exists(counts, at.hole.rank - 1)) return {};
        return "ranks: no walk up and down from " + write_rank_first(at.hole) +
               " by single steps meets each rank as often as it has cards left, even if every card could be "
               "taken at any time";
    }

    std::string write(const Position& at) const {
        Words lines{"Foundations: " + write_rank_first(at.hole)};
        for (const auto& fan : at.fans) {
            Words cards;
            for (const Card card : fan) cards.push_back(write_rank_first(card));
            lines.push_back(cards.empty() ? "-" : joined(cards, " "));
        }
        return joined(lines, "\n");
    }
    std::string write_move(const Position& at, Move fan) const {
        return write_rank_first(at.fans[fan].back());
    }
    Words notation_names() const { return {"plain", "cards", "fans"}; }
    Words notations(const Position& at, Move fan) const {
        const std::string plain = write_move(at, fan);
        return {plain, plain, std::to_string(fan + 1)};
    }
    void board(Json& json, const Position& at) const {
        json.begin('{').pair("kind", "rows").pair("columns", static_cast<int>(fans())).key("rows").begin('[');
        for (std::size_t row = 0; row <= kHeight; ++row) {
            json.begin('[');
            for (std::size_t fan = 0; fan < fans(); ++fan) {
                if (row == 0 && fan == fans() / 2)
                    json.value(write_card(at.hole));
                else if (row > 0 && row <= at.fans[fan].size())
                    json.value(write_card(at.fans[fan][row - 1]));
                else
                    json.value("");
            }
            json.end(']');
        }
        json.end(']').end('}');
    }
    Shown show(const Position& at, Move fan) const {
        return {{write_card(at.fans[fan].back())},
                "r" + std::to_string(at.fans[fan].size() + 1) + "c" + std::to_string(fan + 1),
                "r1c" + std::to_string(fans() / 2 + 1)};
    }
    static int click_worth(const Position&, const Shown&, const std::vector<Shown>&) { return 0; }
    Position goal() const { return {Card{0, ranks_}, std::vector<std::vector<Card>>(fans())}; }
    Lines guide() const {
        return {
            {"Bring every card into the hole.", "すべての札を穴に入れます。"},
            {"Only the top card of a fan can go.", "動かせるのは各山の一番上の札だけです。"},
            {"It goes if its rank is one above or below that of the card in the hole.",
             "穴の札より数が1つ大きいか1つ小さければ入ります。"},
            {"Suits do not matter; ace and king are neighbours.", "マークは問いません。AとKは隣どうしです。"},
            {"What is in the hole stays there.", "穴に入れた札は戻せません。"}};
    }
    Title rules_line() const {
        return {
            "Take the top card of a fan into the hole if its rank is one above or below; suits do not "
            "matter.",
            "山の一番上の札を、穴の札より1つ上か1つ下のランクなら穴へ。マークは問いません。"};
    }

    Bounds bounds(const Position& at) const {
        const auto [game, key] = kernel(at, true);
        BlackHole::State state;
        game.open(key, state);
        return {{"walks", game.estimate(state)}};
    }
    // All solutions are shortest ones.
    Found<Move> solve(const Position& at, const Question& asked) const {
        const auto [game, key] = kernel(at, true);
        const Found<Move> found = decide(game, key, asked);
        return found;
    }

  private:
    static constexpr std::size_t kHeight = 3;
    static constexpr Card kHole{2, 1};  // the ace of spades

    explicit BlackHoleWords(int ranks) : ranks_(ranks) {}
    std::size_t fans() const { return static_cast<std::size_t>(4 * ranks_ + 1) / kHeight; }

    std::vector<Card> own_order(std::uint64_t number) const {
        return shuffled(deck(ranks_), kName, size(), number);
    }
    Position laid_out(const std::vector<Card>& order) const {
        Position at{kHole, std::vector<std::vector<Card>>(fans())};
        std::size_t dealt = 0;
        for (const Card card : order)
            if (card != kHole) at.fans[dealt++ % fans()].push_back(card);
        return at;
    }
    std::pair<BlackHole, BlackHole::Key> kernel(const Position& at, bool alike) const {
        std::vector<std::uint8_t> code{number(at.hole)};
        for (const auto& fan : at.fans) {
            for (const Card card : fan) code.push_back(number(card));
            code.push_back(0);
        }
        const BlackHole game =
            BlackHole(Arguments({{"ranks", std::int64_t{ranks_}}, {"alike", alike}})).relative_to(code);
        return {game, *game.read(code)};
    }
    std::uint8_t number(Card card) const {
        return static_cast<std::uint8_t>(1 + card.suit * ranks_ + card.rank - 1);
    }

    Card card_of(const std::string& word, int line) const {
        const std::optional<Card> card = read_card(word);
        if (!card || card->rank > ranks_)
            refuse("line ", line, ": '", shown(word), "' is not a card: expected a rank A to ",
                   rank_letter(ranks_), " and a suit");
        return *card;
    }
    Position parse(const std::string& text) const {
        refuse_nothing(text, "a line for each fan, its top card last");
        Position at{kHole, {}};
        for (const auto& [line, words_of] : numbered_lines(text)) {
            const std::size_t colon = words_of.find(':');
            const std::string heading = lower(stripped(words_of.substr(0, colon)));
            if (colon != std::string::npos &&
                (heading == "foundation" || heading == "foundations" || heading == "hole")) {
                const Words words = split(words_of.substr(colon + 1));
                if (words.size() != 1)
                    refuse("line ", line, ": the hole shows ", words.size(), " cards, expected 1");
                at.hole = card_of(words[0], line);
            } else if (const Words words = split(words_of); !words.empty()) {
                at.fans.emplace_back();
                if (words != Words{"-"})
                    for (const std::string& word : words) at.fans.back().push_back(card_of(word, line));
                if (at.fans.back().size() > kHeight)
                    refuse("line ", line, ": a fan of ", at.fans.back().size(), " cards, expected at most ",
                           kHeight);
            }
        }
        if (at.fans.size() != fans())
            refuse("found ", at.fans.size(), " fans, expected ", fans(), " ('-' for an empty one)");
        std::vector<Card> there;
        auto is_there = [&](Card card) { return std::find(there.begin(), there.end(), card) != there.end(); };
        for (const auto& fan : at.fans)
            for (const Card card : fan) {
                if (card == at.hole || is_there(card)) refuse(write_rank_first(card), " is there twice");
                there.push_back(card);
            }
        check_hole(at, is_there);
        return at;
    }
    // The cards that are not in the fans must be in the hole; most often, one is missing.
    template <class IsThere>
    void check_hole(const Position& at, IsThere&& is_there) const {
        std::vector<Card> gone;
        for (const Card card : deck(ranks_))
            if (!is_there(card) && card != kHole) gone.push_back(card);
        if (at.hole == kHole) {
            if (!gone.empty()) refuse(write_rank_first(gone[0]), " is missing: the hole has only AS");
            return;
        }
        if (is_there(kHole)) refuse("AS is in a fan: it is the lowest card of the hole");
        std::vector<int> counts(static_cast<std::size_t>(ranks_));
        std::string names;
        for (const Card card : gone) {
            ++counts[static_cast<std::size_t>(card.rank - 1)];
            names += (names.empty() ? "" : " ") + write_rank_first(card);
        }
        if (!walk_ends_in(counts, kHole.rank - 1, at.hole.rank - 1))
            refuse("the cards that are missing cannot have come into the hole: ", names.substr(0, 60),
                   names.size() > 60 ? "…" : "");
    }
    // Whether a walk around the ranks ends there: walk_ends_in() of walks.py, which has the proof.
    static bool walk_ends_in(const std::vector<int>& counts, int start, int end) {
        const int n = static_cast<int>(counts.size());
        std::vector<int> steps;
        for (int rank = 0; rank < n; ++rank) {
            int sum = 0;
            for (int i = 1; i <= n; ++i) {
                const int at = (rank + i) % n;
                const int degree = 2 * counts[static_cast<std::size_t>(at)] + (at == start) - (at == end);
                sum += i % 2 == 1 ? degree : -degree;
            }
            if (sum < 0) return false;
            steps.push_back(sum / 2);
        }
        int breaks = 0;
        for (std::size_t rank = 0; rank < steps.size(); ++rank)
            breaks += steps[(rank + steps.size() - 1) % steps.size()] > 0 && steps[rank] == 0;
        return breaks <= 1;
    }

    int ranks_;
};

}  // namespace yomikiri
