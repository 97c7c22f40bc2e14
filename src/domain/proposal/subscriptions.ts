// Subscriptions: rows with a start and an end are events of two streams. The end of one subscription is no
// cancellation while another of the same customer runs, for example after a change of plan.

import type { StreamMapping } from "../data/dataset.js";
import { anyOf, type ReadColumn } from "./column.js";
import { dateField, isDate } from "./event.js";

const starts = anyOf(
  "^((subscription|contract|membership|plan|service|policy|abo|vertrags?|account) ?)?(start|started|starts|begin|began|begins|beginn|activated|activation|since|from|join|joined|opened|inception|effective)( ?(date|datum|day|on|at|time|utc))*$",
  "^(startdatum|vertragsbeginn|abobeginn|eintrittsdatum|beginndatum|beginn|von|gueltig ab|mitglied seit)$|^(subscribed|signed up|sign up|signup)( ?(date|on|at))*$",
  "^(date )?(de |d )?(debut|inicio|alta|inizio|ingang|ingangsdatum|souscription|adhesion|startdato)( contrat| contrato| abonnement| suscripcion)?$|^fecha (de )?(inicio|alta|suscripcion)$|^data (de )?(inicio|adesao|inizio)$",
);
const ends = anyOf(
  "^((subscription|contract|membership|plan|service|policy|abo|vertrags?|account) ?)?(end|ended|ends|terminated|termination|cancel(l)?ed|cancel(l)?ation|cancel|churn|churned|closed|left|until|to|exit|lapsed|inactive since)( ?(date|datum|day|on|at|time|utc))*$",
  "^(enddatum|vertragsende|aboende|austrittsdatum|kuendigungsdatum|kundigungsdatum|kuendigung|kundigung|gekuendigt am|gekundigt am|bis|ende)$",
  "^(date )?(de |d )?(fin|resiliation|baja|fim|fine|einde|einddatum|cancelacion|cancelamento|disdetta)( contrat| contrato| abonnement)?$|^fecha (de )?(fin|baja|cancelacion)$|^data (de )?(fim|cancelamento|fine|disdetta)$",
);

export interface Period {
  start: ReadColumn;
  end: ReadColumn;
}

/** The start and the end of what a row stands for; null in a file of anything else. */
export const findPeriod = (columns: readonly ReadColumn[]): Period | null => {
  const dates = columns.filter((column) => isDate(column));
  const start = dates.find(({ words, column }) => starts.test(words) && column.fill_rate > 0.9);
  const end = dates.find(({ words, column }) => ends.test(words) && column.fill_rate > 0);
  return start && end && start !== end ? { start, end } : null;
};

/** The events of the end. */
export const endsOf = ({ start, end }: Period, properties: StreamMapping["data_map"]): StreamMapping => ({
  data_map: { datetime: dateField(end), ...properties },
  conditions: [{ column_name: end.name, _nnull: true }],
  unless_running: { start: start.name, end: end.name },
});
