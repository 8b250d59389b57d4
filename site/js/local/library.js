/**
 * The surveys whose results are published, in the words of the server: what the build has written from the folder `data`.
 *
 * All surveys are in one file; the deals of each are in another, a row for each, which is loaded when somebody asks for them.
 */

const LIMIT = 50;

/** @param {string} path @param {(path: string) => Promise<Response>} load reads a file of the site @returns {Promise<Response>} */
export async function library(path, load) {
  const { pathname, searchParams } = new URL(path, window.location.origin);
  const [, , kind, id, part] = pathname.split("/").map(decodeURIComponent);
  if (kind === "reports") return Response.json({ store: true, reports: [] });
  const surveys = await (await load("surveys.json")).json();
  if (id === undefined) return Response.json({ store: true, surveys });
  const survey = surveys.find((one) => one.id === id);
  if (!survey) return Response.json({ error: "there is no such survey" }, { status: 404 });
  if (part !== "deals") return Response.json(survey);
  return Response.json(dealsOf(survey, readRows(await (await load(`surveys/${id}.csv`)).text()), searchParams));
}

/** @param {string} text a heading, then deal, outcome, length and expanded */
function readRows(text) {
  return text
    .trim()
    .split("\n")
    .slice(1)
    .map((line) => {
      const [deal, outcome, length, expanded] = line.trim().split(",");
      return { deal, outcome, length: length === "" ? null : Number(length), expanded: Number(expanded) };
    });
}

function dealsOf({ game, size, variant, options, shortest }, rows, wanted) {
  const outcome = wanted.get("outcome");
  const measure = wanted.get("measure") ?? "length";
  const [least, most, offset, limit] = ["least", "most", "offset", "limit"].map((name) => (wanted.has(name) ? Number(wanted.get(name)) : null));
  const within = (value) => (least === null || (value !== null && value >= least)) && (most === null || (value !== null && value <= most));
  const chosen = rows.filter((row) => (outcome === null || row.outcome === outcome) && within(row[measure]));
  const from = offset ?? 0;
  const deals = chosen.slice(from, from + (limit ?? LIMIT)).map((row) => {
    const setup = { game, size, variant, options, deal: row.deal, position: null, arrangement: null };
    return { ...row, proved_shortest: shortest && row.length !== null, seconds: null, setup };
  });
  return { total: chosen.length, offset: from, deals };
}
