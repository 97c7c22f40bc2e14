// Ledger of a dataset in lines: what became of the rows of each stream, its months and its files.

import type { EventCounts, FileLedger, MonthCounts } from "../../domain/data/dataset-findings.js";
import { english } from "../../words/format.js";
import {
  currencyAmounts,
  newestFileSentence,
  nounOf,
  stepsSentence,
  usedAmounts,
} from "../../words/ledger.js";
import { ledgerSentence, leftOutSentence } from "../../words/left-out.js";
import { plural } from "../../words/plural.js";
import { table } from "../table.js";

/** As the API has it; a preview has no files. */
export interface LedgerRecord extends EventCounts {
  files?: FileLedger[];
}

const { count } = english;
const mostMonths = 24;
const mostFiles = 12;

export const ledgerLines = (ledgers: Readonly<Record<string, LedgerRecord>>): string[] =>
  Object.entries(ledgers).flatMap(([stream, ledger]) =>
    ledger.rows_read === undefined ? [] : linesOf(stream, ledger),
  );

const linesOf = (stream: string, ledger: LedgerRecord): string[] => {
  const noun = nounOf(stream);
  const { rows, events, rows_read = 0, left_out_by: leftOut = [], months = [], files = [] } = ledger;
  return [
    "",
    `${stream}: ${ledgerSentence(ledger, noun)} ${stepsSentence(ledger, noun)}`,
    ...table(
      ["what became of the rows", "rows", plural(noun), "amount"],
      [
        ["Counted", count(rows), count(events), currencyAmounts(usedAmounts(ledger))],
        ...leftOut.map((each) => [
          leftOutSentence(each, noun),
          count(each.rows),
          each.events > 0 ? count(each.events) : "",
          currencyAmounts(each.amounts),
        ]),
        ["Rows read", count(rows_read), "", ""],
      ],
    ),
    ...(months.length > 0 ? ["", ...monthLines(months, noun)] : []),
    ...(files.length > 1 ? ["", newestFileSentence(files, noun), ...fileLines(files, noun)] : []),
  ];
};

const monthLines = (months: readonly MonthCounts[], noun: string): string[] =>
  table(
    ["month", plural(noun), "amount"],
    months
      .slice(-mostMonths)
      .map(({ month, events, amounts }) => [month, count(events), currencyAmounts(amounts)]),
  );

const fileLines = (files: readonly FileLedger[], noun: string): string[] =>
  table(
    ["file", "rows", "used", plural(noun), "customers", "amount"],
    files
      .slice(-mostFiles)
      .map(({ file, rows_read, rows, events, customers, ...amounts }) => [
        file,
        ...[rows_read, rows, events, customers].map((figure) => count(figure)),
        currencyAmounts(usedAmounts(amounts)),
      ]),
  );
