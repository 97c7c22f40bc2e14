// Evidence of a proposal: what was decided about the file, by what, and how certain that is. A known export
// whose columns are there is sure; a word of a name and the shape of values are a guess; what only the owner
// can say is a question.

import type { StreamMapping } from "../data/dataset.js";
import { columnsOfField } from "../data/stream-mapping.js";
import { amountShape, type ReadColumn, surelyLooksLike } from "./column.js";
import { counted } from "./figures.js";
import type { PreviewedFile } from "./previewed-file.js";
import type {
  Certainty,
  DatasetProposal,
  ProposalNote,
  ProposalQuestion,
  ProposedDecision,
  QuestionCode,
} from "./proposal.js";

type Proposed = Pick<DatasetProposal, "recognised" | "identity_sets" | "output_to_streams" | "questions">;

export const decisionsOf = (
  { rows }: PreviewedFile,
  proposal: Proposed,
  columns: readonly ReadColumn[],
): ProposedDecision[] => {
  const { recognised, identity_sets: sets, output_to_streams: streams, questions } = proposal;
  const [[name, first] = [null, undefined]] = Object.entries(streams);
  const event = name === null || name === "transaction" ? "order" : name.replaceAll("_", " ");
  const named = (name: string) => columns.find((column) => column.name === name);
  const certaintyOf = (code: ProposedDecision["code"], names: readonly string[]): Certainty => {
    if (questions.some((question) => questionsOn[code].includes(question.code))) return "asked";
    // One currency in all rows, and the only column of dates, leave nothing to guess.
    if (code === "currency" || (code === "date" && dates.length === 0)) return "sure";
    return recognised && names.every((name) => fits(code, named(name))) ? "sure" : "guessed";
  };
  const differs = (name: string) => counted(named(name)?.column.distinct_count ?? 0);
  const people = [...new Set(Object.values(sets).flatMap((set) => Object.values(set).flat()))];
  const { value, datetime } = first?.data_map ?? {};
  const decision = (
    code: ProposedDecision["code"],
    names: readonly string[],
    decided: string,
    evidence: string,
  ): ProposedDecision[] => {
    if (names.length === 0) return [];
    const certainty = certaintyOf(code, names);
    const isOfExport = certainty === "sure" && recognised !== undefined;
    return [
      {
        code,
        column_names: [...new Set(names)],
        decided,
        certainty,
        evidence: isOfExport ? `A column of ${recognised.title}.` : evidence,
      },
    ];
  };
  const others = (isLike: (column: ReadColumn) => boolean, chosen: readonly string[]) =>
    columns.filter((column) => isLike(column) && !chosen.includes(column.name)).map(({ name }) => name);
  const moments = datetime ? columnsOfField(datetime) : [];
  const dates = others(({ column }) => column.data_type === "date", moments);
  const amounts = value ? columnsOfField(value) : [];
  const conditions = first ? conditionsOf(first) : [];
  return [
    ...decision(
      "customer",
      people.slice(0, mostNames),
      `Customers are ${quoted(people)}`,
      `By ${people.length === 1 ? "its name" : "their names"} and values: ${people.slice(0, 1).map((name) => `“${name}” has ${differs(name)} different values in ${counted(rows)} rows`)}.`,
    ),
    ...decision(
      "date",
      moments,
      `Dates are ${quoted(moments)}`,
      dates.length > 0 ? `By its name, and not ${quoted(dates)}.` : "No other column has dates.",
    ),
    ...decision(
      "order",
      first?.event_key ?? [],
      `Rows with the same ${quoted(first?.event_key ?? [])} are one ${event}`,
      `${(first?.event_key ?? []).map((name) => `“${name}” has ${differs(name)} different values in ${counted(rows)} rows`).join(", ")}.`,
    ),
    ...decision("amount", amounts, `Amounts are ${quoted(amounts)}`, "By its name."),
    ...decision(
      "status",
      conditions.map(({ column_name }) => column_name),
      `Not all rows count, by ${quoted(conditions.map(({ column_name }) => column_name))}`,
      conditions
        .flatMap(({ column_name, _in, _nin }) => [
          ...(_nin ? [`Left out by words of “${column_name}”: ${_nin.slice(0, mostNames).join(", ")}.`] : []),
          ...(_in ? [`Only ${_in.slice(0, mostNames).join(", ")} of “${column_name}” counts.`] : []),
        ])
        .join(" ") || "By the names of these columns.",
    ),
    ...decision(
      "refund",
      [
        ...(first?.refunded ? columnsOfField(first.refunded) : []),
        ...(first?.refunds?.conditions ?? []).map(({ column_name }) => column_name),
      ],
      "Refunds are known",
      "By the words of this column.",
    ),
    ...decision(
      "currency",
      [first?.currency?.column_name ?? []].flat(),
      `Amounts are in ${first?.currency?.is ?? ""}`,
      "The column names no other currency.",
    ),
  ];
};

const mostNames = 4;
const quoted = (names: readonly string[]): string =>
  [...new Set(names)]
    .slice(0, mostNames)
    .map((name) => `“${name}”`)
    .join(", ");

const conditionsOf = ({ conditions = [], event_conditions = [] }: StreamMapping) => [
  ...conditions,
  ...event_conditions,
];

const questionsOn: Record<ProposedDecision["code"], readonly QuestionCode[]> = {
  customer: ["customer"],
  date: ["date_format"],
  order: ["lines", "steps"],
  amount: ["amount", "cents"],
  status: ["status", "steps"],
  refund: [],
  currency: ["currency", "unnamed_currency"],
};

/** Whether the values of a column are what its name says. */
const fits = (code: ProposedDecision["code"], column: ReadColumn | undefined): boolean => {
  if (!column || column.column.fill_rate === 0) return false;
  if (code === "date") return column.column.data_type === "date" || surelyLooksLike(/\d/, column);
  if (code === "amount") return column.column.data_type === "number" || surelyLooksLike(amountShape, column);
  return true;
};

/** Questions besides those about formats, without which a file cannot be read. */
const mostQuestions = 2;
const byWeight: readonly QuestionCode[] = ["customer", "currency", "lines", "steps", "status", "amount"];

/** The questions that change most; those of others keep the proposed answer. */
export const weightiest = (questions: readonly ProposalQuestion[]): ProposalQuestion[] => {
  const isOfFormat = ({ code }: ProposalQuestion) => !byWeight.includes(code);
  const kept = questions
    .filter((question) => !isOfFormat(question))
    .toSorted((a, b) => byWeight.indexOf(a.code) - byWeight.indexOf(b.code))
    .slice(0, mostQuestions);
  return questions.filter((question) => isOfFormat(question) || kept.includes(question));
};

/** The note in place of a question, with the answer that was taken. */
export const guessedNote = ({
  code,
  column_name: column,
  question,
  choices,
}: ProposalQuestion): ProposalNote => {
  const taken = choices.find(({ is_proposed }) => is_proposed) ?? choices[0];
  return {
    code: `${code}_guessed`,
    title: column === undefined ? "A guess" : `“${column}” was guessed`,
    note: `${question} Until you say otherwise: ${taken?.label ?? "the first answer"}.`,
    ...(column !== undefined && { about: column }),
  };
};

/** The proposal with some of its questions alone; decisions that the others were about are guesses. */
export const withQuestions = <P extends Pick<DatasetProposal, "questions" | "decisions">>(
  proposal: P,
  questions: readonly ProposalQuestion[],
): P => ({
  ...proposal,
  questions,
  decisions: proposal.decisions?.map((decision) =>
    decision.certainty === "asked" && !questions.some(({ code }) => questionsOn[decision.code].includes(code))
      ? { ...decision, certainty: "guessed" as const }
      : decision,
  ),
});

/**
 * The greatest share, from 0 to 1, by which the answers to a question change a count of orders or customers, or an
 * amount; 0 where nothing says so.
 */
export const shareAtStake = (
  { code, choices, figures = {}, column_name }: ProposalQuestion,
  streams: DatasetProposal["output_to_streams"],
): number => {
  const numbers = Object.values(figures);
  const most = Math.max(0, ...numbers);
  if (choices.length < 2) return 0;
  switch (code) {
    case "customer":
    case "amount":
      return 1;
    case "lines":
    case "steps":
      return most === 0 ? 0 : 1 - Math.min(...numbers) / most;
    case "currency":
      return numbers.length > 1 ? 1 : 0;
    case "status": {
      const total = numbers.reduce((sum, rows) => sum + rows, 0);
      const counts = choices.map(({ sets }) =>
        leftOutRows(
          sets && "output_to_streams" in sets ? sets : { output_to_streams: streams },
          column_name,
          figures,
        ),
      );
      return total === 0 ? 0 : (Math.max(...counts) - Math.min(...counts)) / total;
    }
    default:
      return 0;
  }
};

type Patch = { output_to_streams?: Record<string, Pick<StreamMapping, "conditions" | "event_conditions">> };

const leftOutRows = (
  sets: Record<string, unknown>,
  column: string | undefined,
  figures: Readonly<Record<string, number>>,
): number =>
  Object.values((sets as Patch).output_to_streams ?? {})
    .flatMap((stream) => [...(stream.conditions ?? []), ...(stream.event_conditions ?? [])])
    .filter(({ column_name }) => column_name === column)
    .flatMap(({ _nin = [] }) => _nin)
    .reduce<number>((sum, value) => sum + (figures[String(value)] ?? 0), 0);
