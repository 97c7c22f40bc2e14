// Plan of a cube: the columns of a file on which readings of it may differ from the proposed one.

import type { FieldMapping, StreamMapping } from "../../data/dataset.js";
import type { ExpectedFigures } from "../../data/expected.js";
import { columnsOfField, hasColumns, isStaticDate } from "../../data/stream-mapping.js";
import type { ColumnCondition } from "../../resource/condition.js";
import { limits } from "../../resource/limits.js";
import { readAmounts } from "../amounts.js";
import { amountShape, type ReadColumn, readColumn, surelyLooksLike } from "../column.js";
import { findCurrency } from "../currency.js";
import { keyCandidates } from "../order-lines.js";
import { groupingBy, type PreviewedFile } from "../previewed-file.js";
import type { DatasetProposal } from "../proposal.js";
import { withLikeliestFormats } from "../questions.js";
import { isStatus, refundValues, unknownStatuses, valuesLeftOut } from "../statuses.js";
import type { CubePlan, Grouped, Refunding, StatusColumn } from "./cube.js";

const mostAmounts = 16;
const mostRefundings = 3;
const mostGroups = 3;

/** Null for a proposal without dated events. */
export const planReadings = (
  file: PreviewedFile,
  proposal: DatasetProposal,
  { period }: ExpectedFigures,
): CubePlan | null => {
  const streams = withLikeliestFormats(proposal);
  const stream = "transaction" in streams ? "transaction" : Object.keys(streams)[0];
  const mapping = stream === undefined ? undefined : streams[stream];
  const datetime = mapping?.data_map.datetime;
  if (!mapping || !datetime || isStaticDate(datetime)) return null;
  const columns = file.columns.map(readColumn);
  const people = customerColumns(proposal);
  const used = [...people, ...columnsOfField(datetime), ...(mapping.event_key ?? [])];
  const free = columns.filter(({ name }) => !used.includes(name));
  const amounts = amountsOf(mapping, free);
  const currency = mapping.currency?.column_name ?? findCurrency(free)?.name ?? null;
  return {
    stream: stream!,
    mapping,
    groups: groupsOf(file, proposal, mapping, free),
    statuses: statusesOf(file, mapping, free, currency),
    amounts: amounts.fields,
    hasAmount: mapping.data_map.value !== undefined,
    refunds: amounts.refunds,
    currency,
    customer: people,
    dateFormats: dateFormatsOf(proposal, datetime),
    period: period ? spanOf(period) : null,
  };
};

/** Columns that identify somebody by themselves. */
const customerColumns = ({ identity_sets: sets }: DatasetProposal): string[] => [
  ...new Set(
    Object.values(sets).flatMap(({ customer_id, email, email_hash, phone, national_id }) =>
      [customer_id, email, email_hash, phone, national_id].filter((name) => name !== undefined),
    ),
  ),
];

const secondsOf = (text: string): number => Math.floor(Date.parse(`${text}T00:00:00Z`) / 1000);
const [firstDay, lastDay] = ["1900-01-01", "2199-12-31"];
const spanOf = ({ from = firstDay, to = lastDay }: NonNullable<ExpectedFigures["period"]>) => ({
  from: secondsOf(from),
  until: secondsOf(to) + 86_400,
});

const dateFormatsOf = ({ questions }: DatasetProposal, datetime: FieldMapping): (string | null)[] => {
  const [name] = columnsOfField(datetime);
  const choices =
    questions.find(({ code, column_name }) => code === "date_format" && column_name === name)?.choices ?? [];
  const formats = choices.flatMap(({ format }) => format ?? []).slice(0, 2);
  return formats.length > 0 ? formats : [null];
};

const groupsOf = (
  { rows, groupings = [] }: PreviewedFile,
  { upsert_columns: upsert }: DatasetProposal,
  { event_key: key }: StreamMapping,
  free: readonly ReadColumn[],
): Grouped[] => {
  const proposed: Grouped = {
    key: key ?? upsert ?? null,
    isUpserted: key === undefined && upsert !== undefined,
  };
  const others = keyCandidates(free, rows)
    .filter(({ name }) => (groupingBy(groupings, name)?.repeated ?? 0) > 0)
    .map(({ name }): Grouped => ({ key: [name], isUpserted: false }));
  return [proposed, ...(key || upsert ? [{ key: null, isUpserted: false }] : []), ...others].slice(
    0,
    mostGroups,
  );
};

const [fewest, most] = [2, 12];
/** A value that is one for the whole order. */
const mostlyConstant = 0.95;
const ofPlaces =
  /\b(country|land|pays|pais|paese|city|town|ville|ort|stadt|ciudad|cidade|citta|plaats|zip|state province|gender|sex|currency|language|locale|year|month|day)\b/;

/** Names of what a row is about, whatever few values it has. */
const ofThings =
  /\b(name|nom|prenom|vorname|nachname|nombre|nome|title|anrede|civilite|salutation|item|product|produit|produkt|artikel|article|variant|category|categorie|kategorie|size|colou?r|brand|sku|message|note|comment)\b/;

const statusesOf = (
  { groupings = [] }: PreviewedFile,
  { conditions = [], event_conditions = [], event_key }: StreamMapping,
  free: readonly ReadColumn[],
  currency: string | null,
): StatusColumn[] => {
  const isRequired = ({ optional }: ColumnCondition) => !optional;
  const tested = [
    ...conditions.map((one) => ({ one, isOfRows: true })),
    ...event_conditions.map((one) => ({ one, isOfRows: false })),
  ].filter(({ one }) => isRequired(one));
  const named = new Map<string, StatusColumn>();
  for (const { one, isOfRows } of tested) {
    const name = `${isOfRows}:${one.column_name}`;
    const before = named.get(name);
    const column = free.find((each) => each.name === one.column_name);
    named.set(name, {
      column_name: one.column_name,
      conditions: [...(before?.conditions ?? []), one],
      isOfRows,
      isListed: isListed(column),
    });
  }
  const lines = event_key && groupingBy(groupings, ...event_key);
  const isTested = ({ name }: ReadColumn) =>
    [...named.values()].some(({ column_name }) => column_name === name);
  const others = free.filter((column) => isListed(column) && !isTested(column) && column.name !== currency);
  const isKnown = (column: ReadColumn) =>
    !ofThings.test(column.words) &&
    (isStatus(column) ||
      refundValues(column).length > 0 ||
      valuesLeftOut(column).length > 0 ||
      unknownStatuses(column) !== null);
  const isFew = ({ name, role, words, values = [], column: { data_type } }: ReadColumn) =>
    role === null &&
    data_type !== "date" &&
    !ofPlaces.test(words) &&
    !ofThings.test(words) &&
    (lines?.constant[name] ?? 1) > mostlyConstant &&
    values.length >= fewest &&
    values.length <= most;
  const looksLikeKind = (column: ReadColumn) => isFew(column) && !surelyLooksLike(amountShape, column);
  const added = [
    ...others.filter(isKnown),
    ...others.filter((column) => !isKnown(column) && looksLikeKind(column)),
  ];
  return [
    ...named.values(),
    ...added.map(({ name }) => ({ column_name: name, conditions: [], isOfRows: false, isListed: true })),
  ].slice(0, limits.readingColumns.is);
};

const mostValueCharacters = 200;
const isListed = (column: ReadColumn | undefined): boolean =>
  column?.values !== undefined &&
  column.values.length > 0 &&
  column.values.every((value) => value.length < mostValueCharacters);

const otherAmounts =
  /\b(tax|vat|mwst|tva|iva|discount|rabatt|remise|descuento|sconto|fee|fees|tip|tips|shipping|versand|postage|port|livraison|envio|net|gross|refund\w*|rembours\w*)\b/;

const amountsOf = (mapping: StreamMapping, free: readonly ReadColumn[]) => {
  const { value } = mapping.data_map;
  const found = readAmounts(free);
  const { quantities, unitPrices, discounts, refunded, ...totals } = found;
  const isMoney = (column: ReadColumn) =>
    column.column.fill_rate > 0 &&
    (column.column.data_type === "number" || surelyLooksLike(amountShape, column)) &&
    !/\b(id|no|nr|number|code|sku|zip|lat|lng|latitude|longitude|weight|quantit\w*|qty|qte|menge|anzahl|cantidad|unidades|aantal|items|units)\b/.test(
      column.words,
    ) &&
    (otherAmounts.test(column.words) || column.examples.some((text) => /\d[.,]\d/.test(text)));
  const named = [
    ...Object.values(totals).flat(),
    ...discounts,
    ...refunded,
    ...unitPrices,
    ...free.filter(isMoney),
  ];
  const single = value && !hasColumns(value) ? value.column_name : null;
  const names = [...new Set(named.map(({ name }) => name))].filter((name) => name !== single);
  const products = quantities.slice(0, 1).flatMap((quantity) =>
    unitPrices.slice(0, 2).flatMap((price): FieldMapping[] => {
      const columns = [quantity, price].map(({ name }) => ({ column_name: name }));
      const less = discounts[0] && { column_name: discounts[0].name };
      return [
        { columns, combine: "product" },
        ...(less ? [{ columns: [...columns, less], combine: "discounted_product" as const }] : []),
      ];
    }),
  );
  const fields: FieldMapping[] = [
    ...(value ? [value] : []),
    ...products,
    ...names.map((name) => ({ column_name: name })),
  ].slice(0, mostAmounts);
  const placeOf = (field: FieldMapping): number => {
    const at = fields.findIndex(
      (each) =>
        !hasColumns(each) &&
        !hasColumns(field) &&
        each.column_name === field.column_name &&
        each.format === field.format,
    );
    return at >= 0 ? at : fields.push(field) - 1;
  };
  return { fields, refunds: refundsOf(mapping, free, refunded, placeOf) };
};

const refundsOf = (
  { refunds, refunded, data_map: { value } }: StreamMapping,
  free: readonly ReadColumn[],
  named: readonly ReadColumn[],
  placeOf: (field: FieldMapping) => number,
): Refunding[] => {
  const typed = free.find((column) => !isStatus(column) && refundValues(column).length > 0);
  const rows =
    refunds ??
    (typed && value
      ? { conditions: [{ column_name: typed.name, _in: refundValues(typed) }], as: "reduce" }
      : null);
  const amount = (field: FieldMapping) => (field === value ? 0 : placeOf(field));
  const columns = [
    ...(refunded ? [refunded] : []),
    ...named
      .filter(({ name }) => !refunded || !columnsOfField(refunded).includes(name))
      .map(({ name }) => ({ column_name: name, aggregate: "first" as const })),
  ];
  return [
    ...(rows && (rows.value ?? value) ? [{ rows, amount: amount(rows.value ?? value!) }] : []),
    ...columns.map((field) => ({ field, amount: placeOf(field) })),
  ].slice(0, mostRefundings);
};
