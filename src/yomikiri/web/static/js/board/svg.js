/** The few things that making SVG needs. */

const NAMESPACE = "http://www.w3.org/2000/svg";

/**
 * A new SVG element with attributes and children.
 * @param {string} name @param {Record<string, string|number>} [attributes] @param {(Node|string)[]} [children]
 */
export function svg(name, attributes = {}, children = []) {
  const element = document.createElementNS(NAMESPACE, name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, String(value));
  element.append(...children);
  return element;
}

/** Put an element somewhere.  By style, not by attribute: then it can be animated. */
export function put(element, x, y) {
  element.style.transform = `translate(${x}px, ${y}px)`;
}
