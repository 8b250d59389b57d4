// check-certificate FILE...: whether certificates prove their claims.  Exit status 0 proved, 10 not proved, 2
// not a certificate (or it cannot be read), 3 out of memory.
#include <cstdio>
#include <new>

#include "blackhole.hpp"
#include "disk_proof.hpp"
#include "distances.hpp"
#include "freecell.hpp"
#include "peg.hpp"
#include "proof.hpp"
#include "row_nodes.hpp"
#include "row_positions.hpp"
#include "sliding.hpp"

namespace checker {
namespace {

// How much longer than its lower bound a solution is, rounded up to hundredths of a per cent.
std::string longer(const Header& h) {
    const long long more = h.length - h.lower;
    if (h.lower == 0) return std::to_string(more) + (more == 1 ? " move" : " moves");
    const long long hundredths = (more * 10000 + h.lower - 1) / h.lower;
    const std::string rest = std::to_string(hundredths % 100);
    return std::to_string(hundredths / 100) + (rest.size() == 1 ? ".0" : ".") + rest + " %";
}

std::string sentence(const Header& h) {
    std::string text = h.game + " (";
    for (std::size_t i = 0; i < h.rules.size(); ++i)
        text += (i ? ", " : "") + h.rules[i].first + " " + h.rules[i].second;
    const std::string length = std::to_string(h.length);
    if (h.claim == "greatest")
        return text + "): every position that can be solved takes at most " + length +
               " moves, and the start " + length;
    text += h.deal < 0 ? "), this position: " : "), deal " + std::to_string(h.deal) + ": ";
    if (h.claim == "unsolvable") return text + "no sequence of moves wins";
    if (h.claim == "at-least") return text + "no solution has fewer than " + length + " moves";
    if (h.claim == "within")
        return text + "a solution of " + length + " moves; none is shorter than " + std::to_string(h.lower) +
               ", so it is at most " + longer(h) + " longer than the shortest";
    if (h.claim == "solved") return text + "the " + length + " moves of the certificate win";
    return text + "the moves of the certificate win, and no solution has fewer than their " + length;
}

// Where to sort, if the table is to stay on disk, and how many bytes of requests to keep in memory.
struct Disk {
    std::string folder;
    std::size_t most = 0;
};

// Only games whose moves can be undone have such certificates.
template <class G>
long long all_distances(const G&, const File& file) {
    throw NotACertificate{"the claim 'greatest' is not for " + file.header.game};
}
long long all_distances(const Sliding& game, const File& file) {
    const Table table(file);
    Distances<Sliding> proof(game, file.header, table);
    proof.run();
    return proof.visits;
}

template <class G>
void run(const File& file, const Disk& disk) {
    const G game(file.header);
    if (static_cast<std::size_t>(file.header.width) != game.width())
        throw NotACertificate{"keys have another width"};
    long long visits = 0;
    if (file.header.claim == "greatest") {
        visits = all_distances(game, file);
    } else if (disk.folder.empty()) {
        const Table table(file);
        Proof<G> proof(game, file.header, table);
        proof.run();
        visits = proof.visits;
    } else {
        DiskProof<G> proof(game, file, disk.folder, disk.most);
        proof.run();
        visits = proof.visits;
    }
    std::printf("Proved: %s\n", sentence(file.header).c_str());
    std::printf("  %lld entries, %lld positions looked at; inference:", file.header.entries, visits);
    for (const std::string& word : file.header.inference) std::printf(" %s", word.c_str());
    std::printf("; bound: %s\n", file.header.bound.c_str());
}

int check(const char* name, const Disk& disk) {
    try {
        const File file(name);
        const std::string& game = file.header.game;
        if (game == "sliding")
            run<Sliding>(file, disk);
        else if (game == "freecell")
            run<FreeCell>(file, disk);
        else if (game == "peg")
            run<Peg>(file, disk);
        else if (game == "black-hole")
            run<BlackHole>(file, disk);
        else if ((game == "superpuzz" || game == "gaps") && file.header.uses("contraction"))
            run<RowNodes>(file, disk);
        else if (game == "superpuzz" || game == "gaps")
            run<RowPositions>(file, disk);
        else
            throw NotACertificate{"the game '" + game + "' is not known here"};
        return 0;
    } catch (const NotACertificate& error) {
        std::fprintf(stderr, "%s: not a certificate: %s\n", name, error.reason.c_str());
        return 2;
    } catch (const NotProved& error) {
        std::printf("Not proved: %s\n%s", error.reason.c_str(), error.board.c_str());
        return 10;
    } catch (const std::bad_alloc&) {
        std::fprintf(stderr, "%s: there is not enough memory for the table\n", name);
        return 3;
    }
}

}  // namespace
}  // namespace checker

int main(int count, char** arguments) {
    checker::Disk disk;
    int first = 1;
    if (count > 3 && std::string(arguments[1]) == "--disk") {
        disk = {arguments[2], std::size_t{1} << 28};
        first = 3;
    }
    if (count > first + 2 && std::string(arguments[first]) == "--bytes") {
        if (!checker::is_number(arguments[first + 1], 12)) return 2;
        disk.most = static_cast<std::size_t>(std::stoull(arguments[first + 1]));
        first += 2;
    }
    if (count <= first) {
        std::fprintf(stderr, "usage: check-certificate [--disk FOLDER [--bytes N]] FILE...\n");
        return 2;
    }
    // All are checked; the first that is not proved decides the status.
    int worst = 0;
    for (int i = first; i < count; ++i) {
        const int status = checker::check(arguments[i], disk);
        if (count > first + 1) std::printf("%d %s\n", status, arguments[i]);
        if (worst == 0) worst = status;
    }
    return worst;
}
