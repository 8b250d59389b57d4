/** The wait before a search begins, in words: the place in the queue, if the server has told one. */

import { t } from "../i18n.js";

/** @param {{place: number}} job */
export function waiting({ place }) {
  return place > 0 ? t("live.place", { place }) : t("live.queued");
}
