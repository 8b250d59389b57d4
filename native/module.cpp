// The Python module: a thin layer that checks arguments, releases the GIL and translates.  No logic.
#include "bindings.hpp"
#include "build.hpp"

using namespace yomikiri;

NB_MODULE(YOMIKIRI_KERNEL, m) {
    m.doc() = "The native kernel of yomikiri; use yomikiri.solve().";

    prepare_for_the_end();
    m.attr("MAX_THREADS") = kMaxThreads;
    m.attr("BUILD") = build_words().c_str();
    bind_answer_class(m);
    bind_slice(m);
    bind_black_hole_game(m);
    bind_freecell_game(m);
    bind_peg_game(m);
    bind_rows_game(m);
    bind_sliding_game(m);
    bind_decide(m);
    bind_diagrams(m);
    bind_gap_sets(m);
    bind_freecell(m);
    bind_freecell_certify(m);
    bind_freecell_learn(m);
    bind_freecell_quick(m);
    bind_rows(m);
    bind_rows_certify(m);
    bind_shortest(m);
    bind_sliding(m);
    bind_sliding_certify(m);
    bind_tables(m);
}
