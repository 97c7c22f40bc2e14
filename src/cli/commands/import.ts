// The `bellwether import` command: uploads files, shows what they are taken for and what they count, and
// creates the dataset.

import path from "node:path";
import type { EventCounts } from "../../domain/data/dataset-findings.js";
import type { DatasetProposal, ProposalQuestion } from "../../domain/proposal/proposal.js";
import { withLikeliestFormats } from "../../domain/proposal/questions.js";
import { datasetNameFor, directoryFor } from "../../words/upload-names.js";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { printAnswer } from "../resources/show.js";
import { table } from "../table.js";
import { createScreen, type Screen } from "../terminal.js";
import { waitFor } from "../waiting.js";
import { type LedgerRecord, ledgerLines } from "./ledger.js";
import { sizesOf, uploadFile } from "./upload.js";

export interface PreviewRecord {
  id: string;
  name: string;
  status: "ready";
  row_count?: number;
  proposal?: DatasetProposal;
  ledger?: Record<string, LedgerRecord>;
}

export const importFiles = command({
  usage: "import FILE… [--name NAME] [--preview] [--yes] [--explain]",
  text:
    "Uploads the files of one dataset, shows what they are taken for and what they count, and creates the dataset. Questions that only you can " +
    "answer stop it: --yes takes the answers that are proposed. --preview creates nothing but the preview.",
  options: {
    name: { type: "string", value: "NAME", text: "Name of the dataset; default: that of the first file." },
    directory: { type: "string", value: "DIR", text: "Upload directory; default: made from the name." },
    preview: { type: "boolean", text: "Only show the proposal." },
    yes: { type: "boolean", text: "Take the proposed answers to questions." },
    explain: {
      type: "boolean",
      text: "Also print what became of every row: the rows that are left out by reason, months and files.",
    },
    ...connection,
    ...asJson,
  },
  operands: [1, Number.POSITIVE_INFINITY],
  async run({ operands: files, values }, terminal) {
    const sizes = await sizesOf(files);
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const first = path.basename(files[0]!);
    const name = values.name ?? datasetNameFor(first);
    const directory = values.directory ?? directoryFor(values.name ?? first, []);
    for (const [i, file] of files.entries())
      await uploadFile(client, { file, bytes: sizes[i]!, directory }, screen);
    const waiting = { screen, signal: terminal.signal };
    const { id } = await client.post<{ id: string }>("/datasets", previewOf(name, directory));
    const record = await waitFor<PreviewRecord>(client, `/datasets/${id}`, waiting);
    const { proposal } = record;
    if (!values.json) for (const line of described(record)) terminal.out.write(`${line}\n`);
    const explain = (ledgers: Record<string, LedgerRecord> = {}) => {
      if (!values.explain || values.json) return;
      for (const line of ledgerLines(ledgers)) terminal.out.write(`${line}\n`);
    };
    const isStopped = proposal === undefined || (proposal.questions.length > 0 && !values.yes);
    if (values.preview || isStopped) {
      explain(proposal?.figures);
      if (values.json) printAnswer(terminal.out, record, true);
      else if (isStopped)
        screen.say(`Nothing is imported yet. Answer with --yes, or in the console: dataset ${name}.`);
      return;
    }
    const created = await create(client, id, proposal, screen, waiting.signal);
    explain(created.ledger);
    if (values.json) printAnswer(terminal.out, created, true);
    else screen.say(`dataset ${name} is ready`);
  },
});

export const previewOf = (name: string, directory: string) => ({
  name,
  identity_sets: {},
  options: { type: "hosted_csv", upload_directory: directory },
  output_to_streams: {},
  preview: true,
});

const create = async (
  client: Client,
  id: string,
  proposal: DatasetProposal,
  screen: Screen,
  signal: AbortSignal,
): Promise<PreviewRecord> => {
  await client.patch(`/datasets/${id}`, { ...proposedMapping(proposal), preview: false });
  return waitFor<PreviewRecord>(client, `/datasets/${id}`, { screen, signal });
};

/** The mapping of a dataset as proposed, with the likeliest answers. */
export const proposedMapping = (proposal: DatasetProposal) => {
  const { identity_sets, output_to_traits, upsert_columns, reference_key_columns, options } = proposal;
  return {
    identity_sets,
    output_to_streams: withLikeliestFormats(proposal),
    output_to_traits,
    upsert_columns,
    reference_key_columns,
    options,
  };
};

/** The proposal in lines: what the file is, what it counts, what to know and what is asked. */
export const described = ({ name, row_count = 0, proposal }: PreviewRecord): string[] => {
  if (!proposal) return [`${name}: ${whole.format(row_count)} rows`];
  const { recognised, figures = {}, columns, notes, questions } = proposal;
  const used = columns.filter(({ is }) => is !== "unused");
  return [
    `${name}: ${whole.format(row_count)} rows${recognised ? `, recognised as ${recognised.title}` : ""}`,
    ...(Object.keys(figures).length > 0 ? ["", ...figureLines(figures)] : []),
    "",
    ...table(
      ["column", "is"],
      used.map(({ name: column, is, why }) => [column, why ? `${is} (likely)` : is]),
    ),
    ...notes.flatMap(({ title, note }) => ["", `${title}. ${note}`]),
    ...questions.flatMap(questionLines),
  ];
};

const whole = new Intl.NumberFormat("en-US");
const money = new Intl.NumberFormat("en-US", { minimumFractionDigits: 2, maximumFractionDigits: 2 });

const figureLines = (figures: Record<string, EventCounts>): string[] =>
  table(
    ["stream", "rows", "events", "customers", "value", "refunds", "left out"],
    Object.entries(figures).map(([stream, { rows, events, customers, value_total, refunds, left_out }]) => [
      stream,
      ...[rows, events, customers].map((figure) => whole.format(figure)),
      value_total === undefined ? "" : money.format(value_total),
      ...[refunds, left_out].map((figure) => (figure === undefined ? "" : whole.format(figure))),
    ]),
  );

const questionLines = ({ question, choices }: ProposalQuestion): string[] => [
  "",
  question,
  ...choices.map(({ label, format, reads_as = [], is_proposed }, i) => {
    const shown = label ?? `${format}${reads_as.length > 0 ? `: ${reads_as.join(", ")}` : ""}`;
    return `  ${is_proposed || (format && i === 0) ? "*" : "-"} ${shown}`;
  }),
];
