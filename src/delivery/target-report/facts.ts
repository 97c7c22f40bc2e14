// Report of a target: what its file holds, and what the predictions in it expect, as titles, sentences and tables.
// It is plain data, made from the last result; `pdf.ts` sets it as pages.

import {
  type Area,
  areas,
  type ColumnAnalysis,
  minPeoplePerArea,
  type TargetResult,
} from "../../domain/target/target.js";
import { english } from "../../words/format.js";
import { verdictTitle } from "../../words/verdict.js";

export interface ReportTable {
  headers: string[];
  /** In points, of each column but the last; absent: columns of one width. */
  widths?: number[];
  rows: string[][];
}

export interface ReportSection {
  title: string;
  /** Said where the table would be empty. */
  text?: string;
  table?: ReportTable;
}

export interface TargetReport {
  title: string;
  subtitle: string;
  sections: ReportSection[];
}

interface Reported {
  name: string;
  pipeline: string;
  result: TargetResult;
}

/** Longer tables tell nobody anything. */
const mostColumns = 200;
const mostValues = 5;
const mostAreas = 50;

export const targetReport = ({ name, pipeline, result }: Reported): TargetReport => ({
  title: name,
  subtitle: `Deployment of the pipeline “${pipeline}”`,
  sections: [
    fileSection(result),
    predictionsSection(result),
    columnsSection(result.analysis),
    ...areaSections(result),
  ],
});

const fileSection = ({
  rows,
  left_out_count,
  contacted_count,
  bytes,
  manifest,
}: TargetResult): ReportSection => ({
  title: "File",
  table: {
    headers: ["Fact", "Value"],
    rows: [
      ["Rows", english.count(rows)],
      ["People without a row", english.count(left_out_count)],
      ...(contacted_count === undefined
        ? []
        : [["Left out after a contact", english.count(contacted_count)]]),
      ["Size", english.bytes(bytes)],
      ...(manifest ? [["Built on", english.day(manifest.built_at)]] : []),
      ...(manifest && manifest.data_through !== null
        ? [["Scores know events before", english.day(manifest.data_through * 1000)]]
        : []),
    ],
  },
});

const predictionsSection = ({ manifest }: TargetResult): ReportSection => {
  const outcomes = manifest?.outcomes ?? [];
  if (outcomes.length === 0) return { title: "Predictions", text: "No prediction is in the file." };
  return {
    title: "Predictions",
    table: {
      headers: ["Prediction", "People", "Expected", "95 % interval", "Verdict"],
      widths: [150, 60, 60, 80],
      rows: outcomes.map(({ name, expected: { people, expected, low, high }, verdict }) => [
        name,
        english.count(people),
        english.count(expected),
        low === undefined || high === undefined ? "–" : english.range({ low, high }, english.count),
        verdictTitle(verdict),
      ]),
    },
  };
};

const columnsSection = (analysis: readonly ColumnAnalysis[]): ReportSection => ({
  title: analysis.length > mostColumns ? `Columns (the first ${mostColumns})` : "Columns",
  table: {
    headers: ["Column", "Filled", "Values"],
    widths: [230, 55],
    rows: analysis
      .slice(0, mostColumns)
      .map((column) => [column.name, english.percent(column.fill_rate), valuesOf(column)]),
  },
});

const valuesOf = ({ range, values = [] }: ColumnAnalysis): string => {
  if (range)
    return `${english.range({ low: range.min, high: range.max })}, ${english.number(range.mean)} on average`;
  const listed = values.slice(0, mostValues).map(({ value, count }) => `${value} (${english.count(count)})`);
  return listed.length === 0 ? "many" : listed.join(", ");
};

const areaTitles: Record<Area, string> = { postcode: "People by postcode", state: "People by state" };

/** The largest areas, where the target's analysis_config asks for them. */
const areaSections = ({ people }: TargetResult): ReportSection[] =>
  areas.flatMap((area): ReportSection[] => {
    const counts = people?.geographies[area];
    if (!counts) return [];
    if (counts.length === 0)
      return [{ title: areaTitles[area], text: `No ${area} has ${minPeoplePerArea} people or more.` }];
    const rows = counts.slice(0, mostAreas).map(({ id, count }) => [id, english.count(count)]);
    return [{ title: areaTitles[area], table: { headers: ["Area", "People"], widths: [230], rows } }];
  });
