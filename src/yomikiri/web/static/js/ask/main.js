/** @param {HTMLElement} element */
export function mount(element) {
  element.hidden = true;
}
