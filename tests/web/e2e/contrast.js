/**
 * The contrast of WCAG 2 between what is drawn and what lies behind it, for every part of a kind: "words" within a selector,
 * "pictures", "glyphs" of cards, or their "ranks" alone.  Gives `{where, text, large, ratio}` for each.
 */
async ([kind, within]) => {
  // What is just appearing is measured when it is there.
  await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
  await Promise.allSettled(document.getAnimations().map((one) => one.finished));
  const parse = (text) => {
    const parts = text.match(/[\d.]+(?:e-?\d+)?/g).map(Number);
    const scale = text.startsWith("color(") ? 255 : 1;
    return [...parts.slice(0, 3).map((part) => part * scale), parts[3] ?? 1];
  };
  const over = (top, bottom, alpha = top[3]) => [0, 1, 2].map((i) => top[i] * alpha + bottom[i] * (1 - alpha));
  const light = (colour) => {
    const [r, g, b] = colour.map((part) => part / 255).map((p) => (p <= 0.04045 ? p / 12.92 : ((p + 0.055) / 1.055) ** 2.4));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const ratio = (one, other) => {
    const [low, high] = [light(one), light(other)].sort((a, b) => a - b);
    return (high + 0.05) / (low + 0.05);
  };
  const bright = (style, colour) => {
    const factor = Number(/^brightness\(([\d.]+)\)$/.exec(style.filter)?.[1] ?? 1);
    return colour.map((part) => Math.min(255, part * factor));
  };
  const known = new Map([[null, [255, 255, 255]]]);
  /** What lies behind the words of an element. */
  const behind = (element) => {
    if (!known.has(element)) {
      const style = getComputedStyle(element);
      const own = parse(style.backgroundColor);
      known.set(element, over(bright(style, own), behind(element.parentElement), own[3] * Number(style.opacity)));
    }
    return known.get(element);
  };
  const opacity = (element, top) => {
    let all = 1;
    for (let at = element; at && at !== top; at = at.parentElement) all *= Number(getComputedStyle(at).opacity);
    return all;
  };
  const words = (element) => [...element.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
  const told = (element) => {
    const style = getComputedStyle(element);
    const back = behind(element);
    const face = bright(style, parse(element instanceof SVGElement ? style.fill : style.color));
    const size = parseFloat(style.fontSize);
    const large = size >= 24 || (size >= 18.66 && Number(style.fontWeight) >= 700);
    return { text: element.textContent.trim().slice(0, 24), large, ratio: ratio(over(face, back, opacity(element)), back) };
  };
  const shown = (element) => element.checkVisibility({ visibilityProperty: true }) && !element.closest(".unseen, [disabled], [aria-disabled=true], .board, title");
  const name = (element) => {
    const id = element.id || element.closest("[id]")?.id || "";
    return `${id}: ${element.tagName.toLowerCase()}.${element.getAttribute("class") ?? ""}`;
  };
  if (kind === "words") {
    return [...document.querySelectorAll(`${within} *`)]
      .filter((element) => shown(element) && (words(element) || element.matches("input:not([type=range]), select")))
      .map((element) => ({ where: name(element), ...told(element) }));
  }
  if (kind === "pictures") {
    return [...document.querySelectorAll(".histogram .part, .interval-bar, .slot-glyph")].map((part) => {
      const style = getComputedStyle(part);
      const slot = part.matches(".slot-glyph") && parse(getComputedStyle(part.previousSibling).fill);
      const back = slot || behind(part.closest("svg").parentElement);
      return { where: name(part), text: "", large: true, ratio: ratio(over(parse(style.fill), back, opacity(part)), back) };
    });
  }
  return [...document.querySelectorAll("#board-area .card")].flatMap((card) => {
    const paint = getComputedStyle(card.querySelector(".card-face"));
    const back = parse(paint.fill).slice(0, 3);
    return [...card.querySelectorAll(kind === "ranks" ? ".rank" : ".rank, .suit")].map((glyph) => ({
      where: `${card.dataset.card} ${card.getAttribute("class")}`,
      text: glyph.getAttribute("class"),
      large: true,
      ratio: ratio(over(parse(getComputedStyle(glyph).fill), back, opacity(glyph, card)), back),
    }));
  });
}
