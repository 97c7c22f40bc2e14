// The `bellwether import` command: uploads files, shows what they are taken for and what they count, and
// creates the dataset.

import path from "node:path";
import type { EventCounts } from "../../domain/data/dataset-findings.js";
import type { ExpectedFigures } from "../../domain/data/expected.js";
import { answeredProposal } from "../../domain/proposal/answers.js";
import { shareAtStake } from "../../domain/proposal/evidence.js";
import type {
  Certainty,
  DatasetProposal,
  ExpectedReadings,
  ProposalChoice,
  ProposalQuestion,
} from "../../domain/proposal/proposal.js";
import { withLikeliestFormats } from "../../domain/proposal/questions.js";
import { followsClause, nounOf } from "../../words/ledger.js";
import { datasetNameFor, directoryFor } from "../../words/upload-names.js";
import type { Client } from "../client.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { readPages } from "../pages.js";
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
  usage:
    "import (FILE… | --directory DIR) [--name NAME] [--preview] [--answer QUESTION=CHOICE]… [--yes] [--explain] [--expect-orders N] [--expect-revenue X]",
  text:
    "Uploads the files of one dataset, shows what they are taken for and what they count, and creates the dataset. Questions that only you can " +
    "answer stop it: --answer answers one, and --yes takes the answers that are proposed to all others. --preview creates nothing but the preview. With the figures that you know of your own shop, it finds the reading of the file that gives them. Without files it takes those that are in the directory.",
  options: {
    name: { type: "string", value: "NAME", text: "Name of the dataset; default: that of the first file." },
    directory: {
      type: "string",
      value: "DIR",
      text: "Upload directory; default: made from the name. Without FILE, a directory that has files, such as one of bellwether target.",
    },
    preview: { type: "boolean", text: "Only show the proposal." },
    answer: {
      type: "string",
      multiple: true,
      value: "QUESTION=CHOICE",
      text: "Answer a question: its name or its column, and the number or the beginning of an answer, such as lines=2 or Status=all. May be given several times.",
    },
    yes: {
      type: "boolean",
      text: "Take the proposed answers to questions, unless one changes a count by more than 2 %.",
    },
    explain: {
      type: "boolean",
      text: "Also print what was decided and why, and what became of every row: by reason, month and file.",
    },
    "expect-orders": { type: "string", value: "N", text: "Orders that your shop counts." },
    "expect-revenue": { type: "string", value: "X", text: "Revenue of these orders, after refunds." },
    "expect-customers": { type: "string", value: "N", text: "Customers of these orders." },
    "expect-currency": { type: "string", value: "CODE", text: "Currency of the revenue." },
    reading: { type: "string", value: "N", text: "Take the N-th of the readings that were found." },
    ...connection,
    ...asJson,
  },
  operands: [0, Number.POSITIVE_INFINITY],
  async run({ operands: files, values }, terminal) {
    if (files.length === 0 && values.directory === undefined)
      throw new UsageError("An argument is missing: FILE…, or --directory DIR with files that are there.");
    const expected = expectedOf(values);
    const chosen = numberOf("reading", values.reading);
    const sizes = await sizesOf(files);
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const first = path.basename(files[0] ?? values.directory!);
    const name = values.name ?? datasetNameFor(first);
    const directory = values.directory ?? directoryFor(values.name ?? first, []);
    for (const [i, file] of files.entries())
      await uploadFile(client, { file, bytes: sizes[i]!, directory }, screen);
    const waiting = { screen, signal: terminal.signal };
    const readers = await readersOf(client, directory);
    const added = files.length > 0 && !values.preview && readers.find(isImportOf(name));
    if (added) {
      screen.say(`The files are added to dataset ${name}, which reads directory ${directory}.`);
      const record = await waitFor<PreviewRecord>(client, `/datasets/${added.id}`, waiting);
      if (values.json) printAnswer(terminal.out, record, true);
      else screen.say(`dataset ${name} is ready`);
      return;
    }
    const { id } =
      files.length === 0
        ? await previewOfDirectory(client, readers, { directory, name, given: values.name, expected })
        : await newPreview(client, readers, { directory, name, expected });
    const record = await answeredPreview(client, id, values.answer ?? [], () =>
      waitFor<PreviewRecord>(client, `/datasets/${id}`, waiting),
    );
    const { proposal } = record;
    if (!values.json)
      for (const line of [...described(record), ...(values.explain ? explained(proposal) : [])])
        terminal.out.write(`${line}\n`);
    if (values.yes && !values.preview && chosen === undefined) refuseAtStake(proposal);
    const explain = (ledgers: Record<string, LedgerRecord> = {}) => {
      if (!values.explain || values.json) return;
      for (const line of ledgerLines(ledgers)) terminal.out.write(`${line}\n`);
    };
    const isOther = proposal?.expected?.is_met === false && chosen === undefined;
    const isStopped = proposal === undefined || isOther || (proposal.questions.length > 0 && !values.yes);
    if (values.preview || isStopped) {
      explain(proposal?.figures);
      if (values.json) printAnswer(terminal.out, record, true);
      else if (isStopped)
        screen.say(
          isOther
            ? `Nothing is imported yet: the proposal counts something else than you expect. Take a reading with --reading N, or change the mapping in the console: dataset ${name}.`
            : `Nothing is imported yet. Answer with --answer, such as ${exampleOf(proposal)}, with --yes, or in the console: dataset ${name}.`,
        );
      return;
    }
    const reading = chosen === undefined ? undefined : proposal.expected?.readings[chosen - 1];
    if (chosen !== undefined && !reading)
      throw new UsageError(
        `There is no reading ${chosen}: ${proposal.expected?.readings.length ?? 0} were found.`,
      );
    const created = await createProposed(client, id, proposal, reading?.sets, screen, waiting.signal);
    explain(created.ledger);
    if (values.json) printAnswer(terminal.out, created, true);
    else screen.say(`dataset ${name} is ready`);
  },
});

/** A dataset as far as it says which directory it reads. */
export interface Reader {
  id: string;
  name: string;
  preview?: boolean;
  archived_at?: string;
  options?: { upload_directory?: string };
}

export const listReaders = (client: Client): Promise<Reader[]> => readPages<Reader>(client, "/datasets");

/** Datasets and previews in use that read a directory. */
const readersOf = async (client: Client, directory: string): Promise<Reader[]> => {
  const all = await listReaders(client);
  return all.filter(
    ({ archived_at, options }) => archived_at === undefined && options?.upload_directory === directory,
  );
};

const isImportOf =
  (name: string) =>
  (reader: Reader): boolean =>
    reader.name === name && !reader.preview;

interface Wanted {
  directory: string;
  name: string;
  expected: ExpectedFigures;
}

/** A preview in place of those of the name that earlier imports have left without answers. */
const newPreview = async (
  client: Client,
  readers: readonly Reader[],
  { directory, name, expected }: Wanted,
): Promise<{ id: string }> => {
  for (const { id } of readers.filter((reader) => reader.preview && reader.name === name))
    await client.delete(`/datasets/${id}`);
  return client.post<{ id: string }>("/datasets", previewOf(name, directory, expected));
};

/**
 * The preview that reads the directory, under the given name, or a new one. Throws `UsageError` where a dataset reads it
 * already, or nothing is in it.
 */
const previewOfDirectory = async (
  client: Client,
  readers: readonly Reader[],
  { given, ...wanted }: Wanted & { given: string | undefined },
): Promise<{ id: string }> => {
  const imported = readers.find(({ preview }) => !preview);
  if (imported)
    throw new UsageError(
      `The dataset ${imported.name} reads ${wanted.directory} already. Change its mapping in the console.`,
    );
  const [found] = readers;
  if (!found) {
    const uploads = await client.get<object[]>(
      `/uploads?directory=${encodeURIComponent(wanted.directory)}&limit=1`,
    );
    if (uploads.length === 0)
      throw new UsageError(
        `There are no files in the upload directory ${wanted.directory}. bellwether uploads list shows those that there are.`,
      );
    return newPreview(client, readers, wanted);
  }
  const changes = {
    ...(given !== undefined && { name: given }),
    ...(Object.keys(wanted.expected).length > 0 && { expected: wanted.expected }),
  };
  if (Object.keys(changes).length > 0) await client.patch(`/datasets/${found.id}`, changes);
  return found;
};

/** The preview once the questions are answered; an answer about the reading of the file has it read again. */
const answeredPreview = async (
  client: Client,
  id: string,
  answers: readonly string[],
  read: () => Promise<PreviewRecord>,
): Promise<PreviewRecord> => {
  let record = await read();
  for (const answer of answers) {
    const { question, choice } = answerOf(record.proposal?.questions ?? [], answer);
    if (choice.sets?.preview !== true) {
      record = { ...record, proposal: answeredProposal(record.proposal!, question, choice) };
      continue;
    }
    await client.patch(`/datasets/${id}`, choice.sets);
    record = await read();
  }
  return record;
};

/** Throws `UsageError` where there is no such question, or no such choice. */
export const answerOf = (
  questions: readonly ProposalQuestion[],
  typed: string,
): { question: ProposalQuestion; choice: ProposalChoice } => {
  const [name = "", ...rest] = typed.split("=");
  const wanted = rest.join("=").trim();
  if (wanted === "") throw new UsageError("--answer is QUESTION=CHOICE, such as lines=2.");
  const isNamed = (named: string | undefined) => named?.toLowerCase() === name.trim().toLowerCase();
  const found = questions.filter(({ code, column_name }) => isNamed(code) || isNamed(column_name));
  const [question, other] = found;
  const all = questions.map(nameOf).join(", ");
  if (!question)
    throw new UsageError(
      `There is no question ${name}. ${all ? `Questions: ${all}` : "Nothing is to be answered"}.`,
    );
  if (other)
    throw new UsageError(
      `Several questions are called ${name}. Name the column: ${found.map(({ column_name }) => column_name).join(", ")}.`,
    );
  const { choices } = question;
  const shown = choices.map(choiceText);
  const place = /^\d+$/.test(wanted) ? Number(wanted) - 1 : placeOf(shown, choices, wanted);
  const choice = choices[place];
  if (!choice)
    throw new UsageError(
      `“${wanted}” is no answer to this: ${question.question} Answers: ${shown.map((text, i) => `${i + 1}. ${text}`).join("; ")}.`,
    );
  return { question, choice };
};

/** -1 where none or several begin so; a format has a name. */
const placeOf = (shown: readonly string[], choices: readonly ProposalChoice[], wanted: string): number => {
  const isLike = (text: string) => text.toLowerCase().includes(wanted.toLowerCase());
  const named = choices.findIndex(({ format }) => format === wanted);
  const like = shown.filter(isLike);
  return named >= 0 || like.length !== 1 ? named : shown.findIndex(isLike);
};

/** The name of a question, or its column where others have the name. */
const nameOf = (
  { code, column_name }: ProposalQuestion,
  _: number,
  all: readonly ProposalQuestion[],
): string =>
  column_name !== undefined && all.filter((each) => each.code === code).length > 1 ? column_name : code;

const exampleOf = (proposal: DatasetProposal | undefined): string => {
  const [question] = proposal?.questions ?? [];
  return question ? `--answer ${nameOf(question, 0, proposal!.questions)}=1` : "--answer lines=1";
};

export const previewOf = (name: string, directory: string, expected: ExpectedFigures = {}) => ({
  name,
  identity_sets: {},
  options: { type: "hosted_csv", upload_directory: directory },
  output_to_streams: {},
  preview: true,
  ...(Object.keys(expected).length > 0 && { expected }),
});

const numberOf = (option: string, typed: string | undefined): number | undefined => {
  if (typed === undefined) return undefined;
  const number = Number(typed);
  if (typed.trim() === "" || !Number.isFinite(number))
    throw new UsageError(`--${option} is a number, such as 1573 or 102915.45.`);
  return number;
};

type Typed = Partial<
  Record<"expect-orders" | "expect-revenue" | "expect-customers" | "expect-currency", string>
>;

const expectedOf = (typed: Typed): ExpectedFigures => {
  const [orders, revenue, customers] = (["orders", "revenue", "customers"] as const).map((figure) =>
    numberOf(`expect-${figure}`, typed[`expect-${figure}`]),
  );
  const currency = typed["expect-currency"];
  return {
    ...(orders !== undefined && { orders }),
    ...(revenue !== undefined && { revenue }),
    ...(customers !== undefined && { customers }),
    ...(currency !== undefined && { currency }),
  };
};

/** The dataset of a preview as proposed. `sets`: another reading of the file. */
export const createProposed = async (
  client: Client,
  id: string,
  proposal: DatasetProposal,
  sets: Record<string, unknown> | undefined,
  screen: Screen,
  signal: AbortSignal,
): Promise<PreviewRecord> => {
  const mapping = { ...proposedMapping(proposal), expected: null };
  if (sets) await client.patch(`/datasets/${id}`, { ...mapping, preview: true });
  await client.patch(`/datasets/${id}`, { ...(sets ?? mapping), preview: false });
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
  const { recognised, figures = {}, columns, notes, questions, expected } = proposal;
  const { output_to_streams: streams } = proposal;
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
    ...questions.flatMap((question) =>
      questionLines(question, nounOf(Object.keys(streams)[0] ?? "transaction")),
    ),
    ...(expected ? expectedLines(expected) : []),
  ];
};

const expectedLines = ({ is_met, readings }: ExpectedReadings): string[] => {
  if (is_met) return ["", "These are the figures that you expect."];
  const isExact = readings.some(({ misses }) => Object.keys(misses).length === 0);
  const title =
    readings.length === 0
      ? "You expect other figures, and no reading of the file comes near them."
      : isExact
        ? "You expect other figures. Readings that give them:"
        : "You expect other figures. The nearest readings:";
  return ["", title, ...readings.map(({ label }, i) => `  ${i + 1}. ${label}`)];
};

const markOf = (certainty: Certainty): string =>
  certainty === "sure" ? "●" : certainty === "guessed" ? "◐" : "?";

const explained = (proposal: DatasetProposal | undefined): string[] => [
  "",
  ...(proposal?.decisions ?? []).map(
    ({ certainty, decided, evidence }) => `${markOf(certainty)} ${decided}. ${evidence}`,
  ),
  "",
  "● sure  ◐ guessed  ? to be answered",
];

const mostAtStake = 0.02;

/** A count that depends on an answer is not left to the proposal. */
const refuseAtStake = (proposal: DatasetProposal | undefined): void => {
  for (const question of proposal?.questions ?? []) {
    const share = shareAtStake(question, proposal!.output_to_streams);
    if (share > mostAtStake)
      throw new UsageError(
        `--yes does not answer this: ${question.question} The answers differ by ${Math.round(100 * share)} %. Answer it with --answer ${nameOf(question, 0, proposal!.questions)}=N or in the console, or give the figures that you know with --expect-orders and --expect-revenue.`,
      );
  }
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

const questionLines = ({ question, choices }: ProposalQuestion, noun: string): string[] => [
  "",
  question,
  ...choices.map((choice, i) => {
    const { format, is_proposed, counts } = choice;
    const follows = counts ? `: ${followsClause(counts, noun)}` : "";
    return `  ${is_proposed || (format && i === 0) ? "*" : "-"} ${i + 1}. ${choiceText(choice)}${follows}`;
  }),
];

const choiceText = ({ label, format, reads_as = [] }: ProposalChoice): string =>
  label ?? `${format}${reads_as.length > 0 ? `: ${reads_as.join(", ")}` : ""}`;
