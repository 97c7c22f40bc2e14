// Report of an outcome for assistants: the verdict with the figures behind it, as fields and as a page of Markdown,
// without people's data.

import { type Static, Type } from "@sinclair/typebox";
import type { CalendarFields } from "../../domain/outcome/label-window.js";
import { described, optional } from "../../domain/resource/schema.js";
import { horizonLength } from "../../words/horizons.js";
import type { Client } from "../client.js";

interface Range {
  low: number;
  high: number;
}

type Figures = Record<string, number | undefined>;

interface Analysis {
  headline: string;
  verdict: { title: string; text: string };
  warnings: { title: string; note: string }[];
  performance: { model: Figures };
  intervals: { model?: Record<string, Range> };
  overall_performance: { recognized_individuals: { lift_table: { headers: string[]; rows: string[][] } } };
  overall_features: { recognized_individuals: { literate: string; importance: number }[] };
}

interface OutcomeRecord extends CalendarFields {
  id: string;
  name: string;
  status: string;
  horizon_days?: number;
  data_through?: string;
}

const figure = Type.Object({
  label: Type.String(),
  value: Type.Number(),
  low: optional(Type.Number()),
  high: optional(Type.Number()),
});

/** Fields of the report. */
export const verdictReport = Type.Object({
  id: Type.String(),
  name: Type.String(),
  verdict: Type.Object({ title: Type.String(), text: Type.String() }),
  headline: Type.String(),
  horizon: Type.String(),
  data_through: optional(Type.String()),
  warnings: Type.Array(Type.Object({ title: Type.String(), note: Type.String() })),
  quality: described("Of the test, with 95 % intervals.", Type.Array(figure)),
  lift: Type.Object({ headers: Type.Array(Type.String()), rows: Type.Array(Type.Array(Type.String())) }),
  inputs: Type.Array(Type.Object({ input: Type.String(), importance: Type.Number() })),
});
export type VerdictReport = Static<typeof verdictReport>;

/** Throws if the outcome is not built yet. */
export const readVerdict = async (client: Client, id: string): Promise<VerdictReport> => {
  const outcome = await client.get<OutcomeRecord>(`/outcomes/${id}`);
  return verdictOf(outcome, await client.get<Analysis>(`/outcomes/${id}/analysis`));
};

const verdictOf = (
  { id, name, data_through, ...outcome }: OutcomeRecord,
  { headline, verdict, warnings, overall_performance, overall_features, ...tested }: Analysis,
): VerdictReport => ({
  id,
  name,
  verdict: { title: verdict.title, text: verdict.text },
  headline,
  horizon: outcome.horizon_days === undefined ? "none: a likeness" : horizonLength(outcome),
  ...(data_through !== undefined && { data_through }),
  warnings: warnings.map(({ title, note }) => ({ title, note })),
  quality: measures.flatMap(([metric, label]) => {
    const value = tested.performance.model[metric];
    return value === undefined ? [] : [{ label, value, ...tested.intervals.model?.[metric] }];
  }),
  lift: overall_performance.recognized_individuals.lift_table,
  inputs: overall_features.recognized_individuals
    .slice(0, mostInputs)
    .map(({ literate, importance }) => ({ input: literate, importance })),
});

/** The report as a page of Markdown. */
export const verdictPage = ({
  name,
  verdict,
  headline,
  horizon,
  data_through,
  ...found
}: VerdictReport): string =>
  [
    `# ${name}`,
    `**${verdict.title}.** ${verdict.text}`,
    headline,
    `Horizon: ${horizon}.${data_through === undefined ? "" : ` Data through ${data_through}.`}`,
    ...(found.warnings.length === 0
      ? ["No warnings."]
      : ["## Warnings", found.warnings.map(({ title, note }) => `- **${title}** ${note}`).join("\n")]),
    "## Quality",
    markdownTable(
      ["measure", "value", "95 % interval"],
      found.quality.map(({ label, value, low, high }) => [label, rounded(value), rangeOf(low, high)]),
    ),
    markdownTable(found.lift.headers, found.lift.rows),
    ...inputLines(found.inputs),
    "Figures are of a test on people and a date that the model has not seen. They say nothing about what a campaign causes.",
  ].join("\n\n");

const measures: readonly [metric: string, label: string][] = [
  ["auc", "AUC (0.5 is chance)"],
  ["top_decile_lift", "Lift in the top 10 %"],
  ["ece", "Calibration error"],
  ["log_loss", "Log loss"],
  ["base_rate", "Base rate"],
  ["people", "People in the test"],
];

const mostInputs = 8;

const inputLines = (inputs: VerdictReport["inputs"]): string[] => {
  if (inputs.length === 0) return [];
  const rows = inputs.map(({ input, importance }) => [input, `${Math.round(importance * 100)} %`]);
  return ["## Inputs that matter most", markdownTable(["input", "importance"], rows)];
};

const digits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const rounded = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString("en-US") : digits.format(value);
const rangeOf = (low: number | undefined, high: number | undefined): string =>
  low === undefined || high === undefined ? "" : `${rounded(low)} to ${rounded(high)}`;

const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
};
