// Subscriptions: rows with a start and an end are events of two streams. The end of one subscription is no
// cancellation while another of the same customer runs, for example after a change of plan.

import { monthsIn } from "../data/billing.js";
import type { StreamMapping } from "../data/dataset.js";
import type { FoundValue } from "./amounts.js";
import { amountShape, anyOf, type ReadColumn, saying, surelyLooksLike } from "./column.js";
import { dateField, isDate } from "./event.js";

const starts = anyOf(
  "^((subscription|contract|membership|plan|service|policy|abo|vertrags?|account) ?)?(start|started|starts|begin|began|begins|beginn|activated|activation|since|from|join|joined|opened|inception|effective)( ?(date|datum|day|on|at|time|utc))*$",
  "^(startdatum|vertragsbeginn|abobeginn|eintrittsdatum|beginndatum|beginn|von|gueltig ab|mitglied seit)$|^(subscribed|signed up|sign up|signup)( ?(date|on|at))*$",
  "^(date )?(de |d )?(debut|inicio|alta|inizio|ingang|ingangsdatum|souscription|adhesion|startdato)( contrat| contrato| abonnement| suscripcion)?$|^(iniciad[oa]|commence|debute|iniziat[oa]|begonnen|gestartet|aktiviert|activad[oa]|ativad[oa]|attivat[oa]|active) (el|le|il|em|am|op)$|^fecha (de )?(inicio|alta|suscripcion)$|^data (de )?(inicio|adesao|inizio)$",
);
const ends = anyOf(
  "^((subscription|contract|membership|plan|service|policy|abo|vertrags?|account) ?)?(end|ended|ends|terminated|termination|cancel(l)?ed|cancel(l)?ation|cancel|churn|churned|closed|left|until|to|exit|lapsed|inactive since)( ?(date|datum|day|on|at|time|utc))*$",
  "^(enddatum|vertragsende|aboende|austrittsdatum|kuendigungsdatum|kundigungsdatum|kuendigung|kundigung|gekuendigt am|gekundigt am|bis|ende)$",
  "^(date )?(de |d )?(fin|resiliation|baja|fim|fine|einde|einddatum|cancelacion|cancelamento|disdetta)( contrat| contrato| abonnement)?$|^(cancelad[oa]|resilie|annule|disdett[oa]|annullat[oa]|gekuendigt|gekundigt|storniert|opgezegd) (el|le|il|em|am|op)$|^fecha (de )?(fin|baja|cancelacion)$|^data (de )?(fim|cancelamento|fine|disdetta)$",
);

/** Names of the day on which it was over. One that was cancelled may run to the end of what is paid. */
const over = anyOf(
  "^((subscription|contract|membership|plan|service|policy|abo|vertrags?|account) ?)?(ended|terminated|lapsed)( ?(date|datum|day|on|at|time))*$",
  "^(beendet|ausgelaufen|finalizad[oa]|terminad[oa]|termine|terminat[oa]|cessat[oa]|encerrad[oa]|finalizzat[oa]|beeindigd|afgelopen) (am|el|le|il|em|op)$",
);

export interface Period {
  start: ReadColumn;
  end: ReadColumn;
}

const timeZone = / (utc|gmt)$/;

/** The start and the end of what a row stands for; null in a file of anything else. */
export const findPeriod = (columns: readonly ReadColumn[]): Period | null => {
  const dates = columns.filter((column) => isDate(column));
  const named = ({ words }: ReadColumn, ...names: readonly RegExp[]) =>
    names.some((name) => name.test(words.replace(timeZone, "")));
  const start = dates.find((column) => named(column, starts) && column.column.fill_rate > 0.9);
  const ended = dates.filter((column) => named(column, ends, over) && column.column.fill_rate > 0);
  const end = ended.find((column) => named(column, over)) ?? ended[0];
  return start && end && start !== end ? { start, end } : null;
};

/** The events of the end. */
export const endsOf = ({ start, end }: Period, properties: StreamMapping["data_map"]): StreamMapping => ({
  data_map: { datetime: dateField(end), ...properties },
  conditions: [{ column_name: end.name, _nnull: true }],
  unless_running: { start: start.name, end: end.name },
});

const prices = anyOf(
  "^(monthly|yearly|annual|quarterly|weekly|recurring|subscription|plan|membership|contract|renewal|billing) ?(price|amount|fees?|charges?|value|revenue|rate|cost)$",
  "^(price|amount|fee|charge|rate|revenue) (per )?(week|month|mo|quarter|year|yr)$",
  "^(monats|jahres|quartals|abo|vertrags)(preis|beitrag|betrag|gebuhr|gebuehr|umsatz)$|^(monatlicher|jaehrlicher|jahrlicher) (preis|beitrag|betrag)$|^preis pro (monat|jahr)$",
  "^(prix|tarif|montant|cotisation) (mensuel|annuel|mensuelle|annuelle|par mois|par an)$|^(precio|cuota|importe) (mensual|anual)$|^(prezzo|canone|quota) (mensile|annuale)$",
);

/** The price of a subscription by its name, where no column is called an amount. */
export const priceOf = (columns: readonly ReadColumn[]): FoundValue | null => {
  const isNumber = (column: ReadColumn) =>
    column.column.data_type === "number" || surelyLooksLike(amountShape, column);
  const price = columns.find((column) => prices.test(column.words) && isNumber(column));
  return price ? { field: { column_name: price.name }, columns: [price] } : null;
};

const ofMonths = /\b(mrr|monthly|month|mo|monatlich\w*|monat|mensuel\w*|mensual|mensile|mois)\b|^monats/;
const ofYears =
  /\b(arr|annual|annuel\w*|yearly|year|yr|jaehrlich\w*|jahrlich\w*|jahr|anual|annuale)\b|^jahres/;
const ofIntervals = saying(
  "interval|intervalle|intervalo|intervallo|frequency|frequence|frecuencia|frequenza|cycle|period|periode|periodicite|periodo|periodicity|term|terms|cadence",
  "recurrence|zahlungsintervall|zahlweise|abrechnungsintervall|abrechnungszeitraum|turnus|laufzeit|billed|billing|plan|tariff?|package|product|tier|edition",
);
const mostly = 0.9;

/** How often the value is paid: by its name, or a column that says it of nearly all; undefined where nothing does. */
export const recurringOf = (
  value: FoundValue | null,
  { end }: Period,
  columns: readonly ReadColumn[],
): StreamMapping["recurring"] => {
  if (!value) return undefined;
  const named = value.columns.map(({ words }) => words).join(" ");
  if (ofMonths.test(named)) return { is: "month", end: end.name };
  if (ofYears.test(named)) return { is: "year", end: end.name };
  const says = columns.find(
    (column) =>
      !value.columns.includes(column) &&
      ofIntervals.test(column.words) &&
      (column.values ?? column.examples).length > 0 &&
      shareOfIntervals(column) >= mostly,
  );
  return says && { column_name: says.name, end: end.name };
};

/** A number alone is no interval in a column of plans. */
const shareOfIntervals = ({ words, values, examples }: ReadColumn): number => {
  const written = values ?? examples;
  const isOfPlans = /plan|tariff?|package|product|tier|edition/.test(words);
  const known = written.filter((text) => monthsIn(text) !== null && !(isOfPlans && /^[\d.]+$/.test(text)));
  return known.length / written.length;
};
