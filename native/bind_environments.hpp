// Games played side by side for Python: one class for all games.
//
// Rows and values are written into buffers that the caller gives, NumPy's arrays as a rule: bytes for
// observations, masks and flags, 64-bit words for the rest.
#pragma once

#include <nanobind/stl/vector.h>

#include <memory>
#include <mutex>

#include "bindings.hpp"
#include "buffer.hpp"
#include "environments.hpp"

namespace yomikiri {

// One call at a time.
class PyEnvironments {
  public:
    explicit PyEnvironments(std::unique_ptr<AnyEnvironments> games) : games_(std::move(games)) {}

    std::size_t games() const { return games_->games(); }
    std::size_t actions() const { return games_->actions(); }
    std::size_t observed() const { return games_->observed(); }

    // For each game that `which` has a byte other than 0 for.
    void seed(const nb::object& which, const nb::object& seeds) {
        const Buffer chosen(which), given(seeds, false, 8);
        check_place(chosen, games());
        check_place(given, 8 * games());
        alone([&] {
            for (std::size_t i = 0; i < games(); ++i)
                if (chosen.data()[i] != 0) games_->seed(i, words<std::uint64_t>(given)[i]);
        });
    }
    std::vector<std::uint64_t> unknown(const nb::object& which) {
        const Buffer chosen(which);
        check_place(chosen, games());
        std::vector<std::uint64_t> found;
        alone([&] { found = games_->unknown(chosen.data()); });
        return found;
    }
    void know(std::uint64_t deal, const nb::bytes& code) {
        alone([&] { games_->know(deal, span_of(code)); });
    }
    void begin(const nb::object& which) {
        const Buffer chosen(which);
        check_place(chosen, games());
        alone([&] { games_->begin(chosen.data()); });
    }
    void put(std::size_t game, const nb::bytes& code, std::uint64_t deal) {
        within("game", game, 0, games() - 1);
        alone([&] { games_->put(game, span_of(code), deal); });
    }
    void step(const nb::object& actions, const nb::object& observations, const nb::object& masks,
              const nb::object& rewards, const nb::object& terminated, const nb::object& truncated,
              bool strict) {
        const Buffer asked(actions, false, 8), seen(observations, true), legal(masks, true);
        const Buffer earned(rewards, true, 8), over(terminated, true), cut(truncated, true);
        check_place(asked, 8 * games());
        check_boards(seen, legal);
        check_place(earned, 8 * games());
        check_place(over, games());
        check_place(cut, games());
        alone([&] {
            games_->step(words<std::int64_t>(asked), strict,
                         {seen.data(), legal.data(), words<double>(earned), over.data(), cut.data()});
        });
    }
    void look(const nb::object& observations, const nb::object& masks) {
        const Buffer seen(observations, true), legal(masks, true);
        check_boards(seen, legal);
        alone([&] { games_->look(seen.data(), legal.data()); });
    }
    void deals(const nb::object& place) {
        const Buffer to(place, true, 8);
        check_place(to, 8 * games());
        alone([&] { games_->deals(words<std::uint64_t>(to)); });
    }
    void lengths(const nb::object& place) {
        const Buffer to(place, true, 8);
        check_place(to, 8 * games());
        alone([&] { games_->lengths(words<std::uint64_t>(to)); });
    }
    void ended(const nb::object& place) {
        const Buffer to(place, true);
        check_place(to, games());
        alone([&] { games_->ended(to.data()); });
    }
    void won(const nb::object& place) {
        const Buffer to(place, true);
        check_place(to, games());
        alone([&] { games_->won(to.data()); });
    }
    void draw(std::uint64_t seed, const nb::object& place) {
        const Buffer to(place, true, 8);
        check_place(to, 8 * games());
        alone([&] { games_->draw(seed, words<std::int64_t>(to)); });
    }
    nb::bytes code(std::size_t game) {
        within("game", game, 0, games() - 1);
        std::vector<std::uint8_t> found;
        alone([&] { found = games_->code(game); });
        return nb::bytes(found.data(), found.size());
    }
    nb::bytes observation(const nb::bytes& code) {
        std::vector<std::uint8_t> found;
        alone([&] { found = games_->observation(span_of(code)); });
        return nb::bytes(found.data(), found.size());
    }

  private:
    template <class F>
    void alone(F&& work) {
        const Unlocked unlocked;
        std::lock_guard<std::mutex> lock(*mutex_);
        work();
    }
    void check_boards(const Buffer& observations, const Buffer& masks) const {
        check_place(observations, games() * observed());
        check_place(masks, games() * actions());
    }
    template <class Word>
    static Word* words(const Buffer& buffer) {
        return reinterpret_cast<Word*>(buffer.data());
    }
    static AnyEnvironments::Code span_of(const nb::bytes& code) {
        return {reinterpret_cast<const std::uint8_t*>(code.c_str()), code.size()};
    }

    std::unique_ptr<AnyEnvironments> games_;
    std::unique_ptr<std::mutex> mutex_ = std::make_unique<std::mutex>();
};

template <Playable G>
PyEnvironments environments_of(const G& game, std::size_t games, std::uint64_t limit, std::uint64_t deals) {
    const auto agent = agent_of(game);
    using Played = Environments<std::remove_const_t<decltype(agent)>>;
    return PyEnvironments(std::make_unique<Played>(agent, games, limit, deals));
}

inline nb::class_<PyEnvironments> bind_environments_class(nb::module_& m) {
    return nb::class_<PyEnvironments>(m, "Environments")
        .def_prop_ro("games", &PyEnvironments::games)
        .def_prop_ro("actions", &PyEnvironments::actions)
        .def_prop_ro("observed", &PyEnvironments::observed)
        .def("seed", &PyEnvironments::seed, nb::arg("which"), nb::arg("seeds"))
        .def("unknown", &PyEnvironments::unknown, nb::arg("which"))
        .def("know", &PyEnvironments::know, nb::arg("deal"), nb::arg("code"))
        .def("begin", &PyEnvironments::begin, nb::arg("which"))
        .def("put", &PyEnvironments::put, nb::arg("game"), nb::arg("code"),
             nb::arg("deal") = AnyEnvironments::kNoDeal)
        .def("step", &PyEnvironments::step, nb::arg("actions"), nb::arg("observations"), nb::arg("masks"),
             nb::arg("rewards"), nb::arg("terminated"), nb::arg("truncated"), nb::arg("strict") = false)
        .def("look", &PyEnvironments::look, nb::arg("observations"), nb::arg("masks"))
        .def("deals", &PyEnvironments::deals, nb::arg("place"))
        .def("lengths", &PyEnvironments::lengths, nb::arg("place"))
        .def("ended", &PyEnvironments::ended, nb::arg("place"))
        .def("won", &PyEnvironments::won, nb::arg("place"))
        .def("draw", &PyEnvironments::draw, nb::arg("seed"), nb::arg("place"))
        .def("code", &PyEnvironments::code, nb::arg("game"))
        .def("observation", &PyEnvironments::observation, nb::arg("code"));
}

}  // namespace yomikiri
