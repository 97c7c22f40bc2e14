// Proposal of a dataset's configuration. The export of a known platform has its own mapping; other files are read by the names and
// contents of their columns. The mapping uses what is likely, leaves other columns unused, and asks a question where a wrong guess
// would go unnoticed.

import { columnsOfField } from "../stream-mapping.js";
import { type ReadColumn, readColumn } from "./column.js";
import { describeColumns } from "./column-roles.js";
import { proposeFromContents } from "./contents.js";
import { fitExport } from "./exports/fit.js";
import { findExport, type KnownExport } from "./exports/known-export.js";
import { knownExports } from "./exports/table.js";
import { notesOf } from "./notes.js";
import type { PreviewedFile } from "./previewed-file.js";
import type { DatasetProposal, Draft, ProposalQuestion } from "./proposal.js";
import { dateQuestion } from "./questions.js";

export const proposeDataset = (file: PreviewedFile): DatasetProposal => {
  const columns = file.columns.map(readColumn);
  const names = columns.map(({ name }) => name);
  const known = findExport(knownExports, names);
  const draft = known ? proposeKnown(known, columns) : proposeFromContents(file, columns);
  const described = describeColumns(draft, names);
  const { later: _later, likely: _likely, output_to_traits: traits, ...proposed } = draft;
  return {
    ...proposed,
    ...(Object.keys(traits).length > 0 && { output_to_traits: traits }),
    notes: notesOf(file, draft, columns),
    columns: described,
    unused_columns: described.flatMap(({ name, is }) => (is === "unused" || is === "later" ? [name] : [])),
  };
};

const proposeKnown = (known: KnownExport, columns: readonly ReadColumn[]): Draft => {
  const valuesOf = (name: string) => columns.find((column) => column.name === name)?.values ?? null;
  const { reference_key_columns: keys, ...fitted } = fitExport(
    known,
    columns.map(({ name }) => name),
    valuesOf,
  );
  const { platform, export: kind, title, advice } = known;
  return {
    recognised: { platform, export: kind, title },
    ...fitted,
    ...(keys.length > 0 && { reference_key_columns: keys }),
    likely: {},
    questions: dateQuestions(fitted.output_to_streams, columns),
    notes: advice === undefined ? [] : [{ code: "advice", title: "To know about this file", note: advice }],
  };
};

/** Even a known export may be written with either order of day and month. */
const dateQuestions = (
  streams: Draft["output_to_streams"],
  columns: readonly ReadColumn[],
): ProposalQuestion[] => {
  const dated = new Set(
    Object.values(streams).flatMap(({ data_map: { datetime } }) => {
      return datetime ? columnsOfField(datetime) : [];
    }),
  );
  return columns.filter(({ name }) => dated.has(name)).flatMap(dateQuestion);
};
