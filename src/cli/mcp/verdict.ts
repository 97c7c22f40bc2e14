// Report of an outcome for assistants: the verdict with the figures behind it, in a page of Markdown and
// without people's data.

import type { CalendarFields } from "../../domain/outcome/label-window.js";
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

/** Markdown. Throws if the outcome is not built yet. */
export const readVerdict = async (client: Client, id: string): Promise<string> => {
  const outcome = await client.get<OutcomeRecord>(`/outcomes/${id}`);
  const analysis = await client.get<Analysis>(`/outcomes/${id}/analysis`);
  return verdictPage(outcome, analysis);
};

export const verdictPage = (
  { name, data_through, ...outcome }: OutcomeRecord,
  analysis: Analysis,
): string => {
  const { headline, verdict, warnings } = analysis;
  const horizon =
    outcome.horizon_days === undefined ? "No horizon: a likeness." : `Horizon: ${horizonLength(outcome)}.`;
  return [
    `# ${name}`,
    `**${verdict.title}.** ${verdict.text}`,
    headline,
    `${horizon}${data_through === undefined ? "" : ` Data through ${data_through}.`}`,
    ...(warnings.length === 0
      ? ["No warnings."]
      : ["## Warnings", warnings.map(({ title, note }) => `- **${title}** ${note}`).join("\n")]),
    ...quality(analysis),
    ...inputs(analysis),
    "Figures are of a test on people and a date that the model has not seen. They say nothing about what a campaign causes.",
  ].join("\n\n");
};

const measures: readonly [metric: string, label: string][] = [
  ["auc", "AUC (0.5 is chance)"],
  ["top_decile_lift", "Lift in the top 10 %"],
  ["ece", "Calibration error"],
  ["log_loss", "Log loss"],
  ["base_rate", "Base rate"],
  ["people", "People in the test"],
];

const quality = ({ performance, intervals, overall_performance }: Analysis): string[] => {
  const rows = measures.flatMap(([metric, label]) => {
    const value = performance.model[metric];
    return value === undefined ? [] : [[label, rounded(value), rangeOf(intervals.model?.[metric])]];
  });
  const lift = overall_performance.recognized_individuals.lift_table;
  return [
    "## Quality",
    markdownTable(["measure", "value", "95 % interval"], rows),
    markdownTable(lift.headers, lift.rows),
  ];
};

const mostInputs = 8;

const inputs = ({ overall_features: features }: Analysis): string[] => {
  const named = features.recognized_individuals.slice(0, mostInputs);
  if (named.length === 0) return [];
  const rows = named.map(({ literate, importance }) => [literate, `${Math.round(importance * 100)} %`]);
  return ["## Inputs that matter most", markdownTable(["input", "importance"], rows)];
};

const digits = new Intl.NumberFormat("en-US", { maximumSignificantDigits: 3 });
const rounded = (value: number): string =>
  Number.isInteger(value) ? value.toLocaleString("en-US") : digits.format(value);
const rangeOf = (range: Range | undefined): string =>
  range === undefined ? "" : `${rounded(range.low)} to ${rounded(range.high)}`;

const markdownTable = (header: readonly string[], rows: readonly (readonly string[])[]): string => {
  const line = (cells: readonly string[]) => `| ${cells.join(" | ")} |`;
  return [line(header), line(header.map(() => "---")), ...rows.map(line)].join("\n");
};
