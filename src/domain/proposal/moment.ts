// When something happened, of all the dates that a row has.

import { type ReadColumn, surelyLooksLike } from "./column.js";
import { anyOf, saying } from "./patterns.js";

/** When the thing itself was, first; then when it was written down, then when it was paid. */
const likely: readonly RegExp[] = [
  anyOf(
    "^(order|purchase|transaction|sale|sales) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(invoice|booking|visit|event|donation) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(gift|payment) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(return|refund|cancellation) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(bestell|kauf|rechnungs) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^(buchungs|storno|kuendigungs) ?(date|day|datum|time|timestamp|date ?time)( .*)?$",
    "^date (de |d )?(commande|achat|vente|facture|annulation|resiliation)$",
    "^(bestelldatum|kaufdatum|rechnungsdatum|buchungsdatum)$",
    "^(stornodatum|kuendigungsdatum|kundigungsdatum|auftragsdatum|belegdatum)$",
  ),
  anyOf(
    "^(ordered|purchased|placed|sold|booked|visited)( ?(at|on|date|am|utc))*$",
    "^(donated|cancelled|canceled|bestellt|gekauft|storniert)( ?(at|on|date|am|utc))*$",
  ),
  anyOf(
    "^(created|creation|date created|processed|occurred|event)( ?(at|on|date|time|utc|gmt))*$",
    "^(date|datetime|date time|timestamp|time|day|datum|tag|jour|date utc|date gmt)$",
    "^(post|order) date( gmt)?$",
  ),
  /^(paid|completed|date paid|date completed|captured|bezahlt)( ?(at|on|date|utc|am))*$/,
];

/** When something else happened, to the order or to the person. */
const unlikely = saying(
  "birth|born|dob|birthday|geburt\\w*|naissance|updated?|modified|shipped|shipping|delivered",
  "delivery|fulfilled|expir\\w*|due|valid|until|imported?|exported?|refunded|closed|last",
  "lieferdatum|versand\\w*",
);
const cancelling = /\b(cancel\w*|storn\w*|kuendig\w*|kundig\w*|annul\w*|resili\w*|churn\w*|unsubscrib\w*)\b/;

const dateShape = /^\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}|^(19|20)\d{2}(0[1-9]|1[0-2])([0-2]\d|3[01])$/;

export const isDate = (column: ReadColumn): boolean =>
  column.column.data_type === "date" ||
  (likely.some((pattern) => pattern.test(column.words)) &&
    (surelyLooksLike(dateShape, column) || looksLikeEpoch(column)));

/** Seconds or milliseconds since 1970, of this century. */
const looksLikeEpoch = ({ column: { data_type, min, max } }: ReadColumn): boolean =>
  data_type === "number" &&
  typeof min === "number" &&
  typeof max === "number" &&
  ((min > 9e8 && max < 3e9) || (min > 9e11 && max < 3e12));

/** The likeliest; of a file of cancellations, the one that says so. Null where no date is of the event. */
export const proposeMoment = (columns: readonly ReadColumn[], isCancelling: boolean): ReadColumn | null => {
  const dates = columns.filter((column) => isDate(column) && !unlikely.test(column.words));
  if (isCancelling) {
    const said = dates.find(({ words }) => cancelling.test(words));
    if (said) return said;
  }
  const others = dates.filter(({ words }) => !cancelling.test(words));
  for (const pattern of likely) {
    const found = others.find(({ words }) => pattern.test(words));
    if (found) return found;
  }
  return others[0] ?? null;
};

/** When something that is otherwise told of was called off; null where no column says so. */
export const proposeCancelled = (columns: readonly ReadColumn[]): ReadColumn | null =>
  columns.find((column) => isDate(column) && cancelling.test(column.words) && column.column.fill_rate > 0) ??
  null;
