// Statuses of orders in the languages of shops: which say that an order does not count, and which rows are refunds. A status is
// known only after the order, so it is never an input.

import type { ColumnCondition } from "../condition.js";
import { anyOf, plainWords, type ReadColumn, saying } from "./column.js";

/** Part of an order: what is left of it counts. */
const partial = /\b(part\w*|teil\w*|parcial\w*|parzial\w*|gedeeltelijk\w*|some)\b/;
/** Denied: `not cancelled`, `non annulé`. */
const denied = /^(not|no|non|nicht|niet|kein|sin|nao|un)\b/;

const cancelled = saying(
  "cancel\\w*|cxl|void|voided|declined|failed|failure|rejected|expired|abandoned|deleted|trash\\w*|draft|incomplete|error|fraud\\w*",
  "storn\\w*|annull\\w*|fehlgeschlagen|abgelehnt|abgebrochen|abgelaufen|entwurf|fehler|geloescht|unvollstandig",
  "annul\\w*|echou\\w*|echec|refuse\\w*|abandonne\\w*|brouillon|erreur|expire\\w*",
  "anulad\\w*|cancelad\\w*|fallid\\w*|rechazad\\w*|caducad\\w*|borrador|recusad\\w*|falh\\w*|rascunho|expirad\\w*",
  "fallit\\w*|rifiutat\\w*|bozza|scadut\\w*|errore|geannuleerd\\w*|mislukt\\w*|geweigerd\\w*|verlopen|concept",
);
const refunded = saying(
  "refund(ed)?|returned|credited|charged ?back|chargeback|money back|reversed",
  "erstattet|ruckerstattet|rueckerstattet|retourniert|zuruckgesendet|zurueckgesendet|gutgeschrieben|retoure",
  "rembourse\\w*|retourne\\w*|reembols\\w*|devuelt\\w*|devolvid\\w*|estornad\\w*|rimborsat\\w*|restituit\\w*|stornat\\w*",
  "terugbetaald|geretourneerd|retour",
);
const test = anyOf(
  "^(is )?test(s|ing)?$",
  "^test[ -]?(order|bestellung|commande|kauf|purchase|customer|kunde|account|user|mode|modus)",
  "^(commande de test|pedido de prueba|prueba|teste|pedido de teste|ordine di prova|proefbestelling|testbestelling)$",
);

const statusName = saying(
  "status|statut|estado|stato|etat|zustand|bestellstatus|zahlungsstatus|lieferstatus|auftragsstatus|situacao",
  "orderstatus|state of order|order state|current state|situation|deal stage|stage|pipeline stage|phase|verkaufsphase|etapa|fase",
);

/** `State` is a status or a part of the United States. */
export const namesStatuses = ({ values = [] }: Pick<ReadColumn, "values">): boolean =>
  values.some((value) => countsNot(value));

export const isStatus = ({ words, role, values }: ReadColumn): boolean =>
  role === null &&
  (statusName.test(words) ||
    /status$/.test(words) ||
    (/\bstate\b/.test(words) && namesStatuses({ values: values ?? [] })));
const isFlag = ({ words }: ReadColumn): boolean =>
  cancelled.test(words) || refunded.test(words) || /\btest\b/.test(words);
const isYes = (value: string): boolean =>
  /^(true|yes|y|1|ja|oui|si|sim|wahr|vrai|x)$/.test(plainWords(value));

/** Names of dates and amounts that are known only after the event. */
export const knownLater = saying(
  "paid|shipped|fulfil\\w*|delivered|delivery date|refunded?|refunds?|returned|cancel\\w*|completed|closed|captured|settled|dispute\\w*|tracking",
  "versand(t|datum)|geliefert|bezahlt|storn\\w*|erstattet|retour\\w*|zustell\\w*|kuendig\\w*|kundig\\w*",
  "expedi\\w*|livre|paye|rembours\\w*|annul\\w*|enviad\\w*|entregad\\w*|pagad\\w*|pago em|reembols\\w*",
  "churn\\w*|cancellation reason|outstanding|balance due",
);

const countsNot = (value: string): boolean => {
  const words = plainWords(value);
  return !denied.test(words) && !partial.test(words) && (cancelled.test(words) || refunded.test(words));
};
const isTest = (value: string): boolean => test.test(plainWords(value));

const won = saying("won", "gewonnen", "gagnee?", "ganad[oa]", "ganh[oa]", "vint[oa]", "gewonnen");

/** The stages of deals that are orders; empty for a column of anything else. */
export const valuesWon = (column: ReadColumn): string[] =>
  isStatus(column)
    ? (column.values ?? []).filter((value) => won.test(plainWords(value)) && !denied.test(plainWords(value)))
    : [];

/** In Magento an order that was refunded in full is closed, and one that was delivered complete. */
const isClosed = (value: string, values: readonly string[]): boolean =>
  /^closed$/i.test(value) && values.some((other) => /^complete$/i.test(other));

/** The values of a column whose orders do not count; empty for a column of something else. */
export const valuesLeftOut = (column: ReadColumn): string[] => {
  const { values = [] } = column;
  const leftOut = values.filter((value) =>
    isStatus(column)
      ? countsNot(value) || isTest(value) || isClosed(value, values)
      : isFlag(column)
        ? isYes(value)
        : isTest(value),
  );
  return leftOut.length === values.length ? [] : leftOut;
};

/** The condition that leaves them out. */
export const counted = ({ name }: ReadColumn, leftOut: readonly string[]): ColumnCondition => ({
  column_name: name,
  _nin: [...leftOut],
  _null: true,
});

const refundRow = saying(
  "refund\\w*|returns?|returned|credit ?notes?|credit ?memos?|reversal|chargeback",
  "retouren?|rueckgaben?|ruckgaben?|gutschrift\\w*|rueckerstattung|erstattung|storno(rechnung)?",
  "avoirs?|remboursements?|retours?|note de credit|devolucion(es)?|abonos?|nota de credito|reembolsos?|factura rectificativa",
  "devoluc\\w*|estornos?|nota di credito|resi|reso|rimborsi|rimborso|creditnota|creditfactuur|terugbetaling",
);

/** The values of a column of kinds of rows that are refunds; empty for a column of something else. */
export const refundValues = ({ values = [] }: ReadColumn): string[] => {
  const found = values.filter((value) => {
    const words = plainWords(value);
    return (refundRow.test(words) || words === "credit") && words.length < 40;
  });
  return found.length === values.length ? [] : found;
};
