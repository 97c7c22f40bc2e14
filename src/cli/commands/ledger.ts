// The `bellwether ledger` command: prints what became of the rows of a dataset, of each stream, month and file,
// or downloads the rows that one reason leaves out.

import {
  type EventCounts,
  type FileLedger,
  leftOutReasons,
  type MonthCounts,
} from "../../domain/data/dataset-findings.js";
import { english } from "../../words/format.js";
import {
  currencyAmounts,
  newestFileSentence,
  nounOf,
  stepsSentence,
  usedAmounts,
} from "../../words/ledger.js";
import { ledgerSentence, leftOutSentence } from "../../words/left-out.js";
import { counted, plural } from "../../words/plural.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { find } from "../resources/find.js";
import { printAnswer } from "../resources/show.js";
import { typeAt } from "../resources/types.js";
import { table } from "../table.js";
import { createScreen } from "../terminal.js";
import { downloadFile } from "./download.js";

const { count } = english;

export const ledger = command({
  usage: "ledger DATASET [--rows REASON [--column COLUMN [--value VALUE]] [--file NAME] [--out FILE]]",
  text:
    "Prints what became of the rows of a dataset: how many are used, and how many are left out by each reason. With --rows it downloads the rows of a reason, " +
    "such as no_date or condition, as they stand in the files.",
  options: {
    rows: { type: "string", value: "REASON", text: `Reason: ${leftOutReasons.join(", ")}.` },
    stream: { type: "string", value: "STREAM", text: "Stream; default: the first." },
    column: { type: "string", value: "COLUMN", text: "Only rows that this column leaves out." },
    value: {
      type: "string",
      value: "VALUE",
      text: "Only rows with this value in it; empty: without a value.",
    },
    file: { type: "string", value: "NAME", text: "Only rows of this uploaded file." },
    out: {
      type: "string",
      value: "FILE",
      text: "Output file; default: the reason, in this directory.",
    },
    ...connection,
    ...asJson,
  },
  operands: [1, 1],
  async run({ operands: [typed = ""], values }, terminal) {
    const client = connect(values, terminal);
    const dataset = await find(client, typeAt("datasets"), typed);
    if (values.rows === undefined) {
      const { ledger: found = {} } = await client.get<{ ledger?: Record<string, LedgerRecord> }>(
        `/datasets/${dataset.id}`,
      );
      if (values.json) return printAnswer(terminal.out, found, true, ledgerRows(found));
      for (const line of ledgerLines(found, values.stream).slice(1)) terminal.out.write(`${line}\n`);
      return;
    }
    const screen = createScreen(terminal.err);
    const out = values.out ?? `${values.rows}.csv`;
    const { headers } = await downloadFile(client, rowsPath(dataset.id, values.rows, values), out, {
      screen,
      signal: terminal.signal,
      pauseMs: 1_000,
    });
    const [rows, all] = ["bellwether-rows", "bellwether-rows-total"].map((name) => Number(headers.get(name)));
    screen.say(
      `${rows === all ? counted(all!, "row", "rows") : `The first ${count(rows!)} of ${count(all!)} rows`}: ${out}`,
    );
  },
});

const ledgerRows = (ledgers: Readonly<Record<string, LedgerRecord>>): object[] =>
  Object.entries(ledgers).map(([stream, ledger]) => ({ stream, ...ledger }));

interface Wanted {
  stream?: string | undefined;
  column?: string | undefined;
  value?: string | undefined;
  file?: string | undefined;
}

const rowsPath = (
  id: string,
  reason: string,
  { stream, column: column_name, value, file }: Wanted,
): string => {
  const given = Object.entries({ stream, column_name, value, file }).flatMap(([name, is]) =>
    is === undefined ? [] : [[name, is] as [string, string]],
  );
  return `/datasets/${id}/ledger/${encodeURIComponent(reason)}?${new URLSearchParams(given)}`;
};

/** As the API has it; a preview has no files. */
export interface LedgerRecord extends EventCounts {
  files?: FileLedger[];
}

const mostMonths = 24;
const mostFiles = 12;

export const ledgerLines = (ledgers: Readonly<Record<string, LedgerRecord>>, only?: string): string[] =>
  Object.entries(ledgers).flatMap(([stream, ledger]) =>
    ledger.rows_read === undefined || stream !== (only ?? stream) ? [] : linesOf(stream, ledger),
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
