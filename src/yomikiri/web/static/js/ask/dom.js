/**
 * Elements in one expression.  Properties are set, never written as markup, so nothing here can break out of a text; the
 * page's policy forbids style attributes, and none is made.
 */

const SVG = "http://www.w3.org/2000/svg";

function append(element, children) {
  for (const child of children.flat(Infinity)) {
    if (child === null || child === undefined || child === false) continue;
    element.append(child);
  }
  return element;
}

function set(element, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else if (name === "i18n") element.dataset.i18n = value;
    else if (name === "label") element.setAttribute("data-i18n-label", value);
    else element.setAttribute(name, value === true ? "" : String(value));
  }
  return element;
}

/**
 * An HTML element.  `i18n` names the key of its text, `label` that of its accessible name; `on...` are listeners.
 * @param {string} tag @param {object} [attributes] @param {...any} children
 * @returns {HTMLElement}
 */
export function h(tag, attributes = {}, ...children) {
  return append(set(document.createElement(tag), attributes), children);
}

/** An SVG element. @returns {SVGElement} */
export function s(tag, attributes = {}, ...children) {
  return append(set(document.createElementNS(SVG, tag), attributes), children);
}

/** An icon of 24 by 24, drawn in lines. */
export function icon(path) {
  return s("svg", { class: "icon", viewBox: "0 0 24 24", "aria-hidden": "true" }, s("path", { d: path }));
}

/** A button with an icon and words from the dictionary. */
export function button({ id, text, path, onclick, className = "button", ...rest }) {
  return h(
    "button",
    { type: "button", id, class: className, onclick, ...rest },
    path ? icon(path) : null,
    h("span", { i18n: text }),
  );
}

/** Put `text` into an element only if it differs: what is read aloud is not read twice. */
export function write(element, text) {
  if (element.textContent !== text) element.textContent = text;
}

/** Show or hide, and say which. */
export function shown(element, visible) {
  // Elements of SVG have no property for it.
  element.toggleAttribute("hidden", !visible);
  return visible;
}
