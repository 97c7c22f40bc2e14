// File options of a proposal: the header row and the sheet that were found in the files of a preview, what to
// know about the files, and the question whether the first row holds names where it looks like the others.

import type { DatasetResult } from "./dataset-result.js";
import type { DatasetProposal, ProposalNote } from "./proposal.js";

type Found = Pick<DatasetResult, "proposed_options" | "dialect" | "total_rows">;

/** The proposal with the options of the files, the notes on them, and the question about them first. */
export const withFileOptions = (proposal: DatasetProposal, found: Found): DatasetProposal => ({
  ...proposal,
  ...(found.proposed_options && { options: { ...proposal.options, ...found.proposed_options } }),
  notes: [...sheetsNote(found), ...totalsNote(found), ...proposal.notes],
  questions: found.dialect?.header_row === 0 ? [headerQuestion, ...proposal.questions] : proposal.questions,
});

const shownNames = 3;

const listed = (names: readonly string[]): string => {
  const rest = names.length - shownNames;
  return `${names.slice(0, shownNames).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
};

const sheetsNote = ({ dialect }: Found): ProposalNote[] =>
  dialect?.joined_sheets
    ? [
        {
          code: "sheets_joined",
          title: `${dialect.joined_sheets.length} sheets are one table`,
          note: `The sheets ${listed(dialect.joined_sheets)} have the same columns and are read together. To read only one of them, choose it.`,
          figures: { sheets: dialect.joined_sheets.length },
        },
      ]
    : [];

const totalsNote = ({ total_rows: files }: Found): ProposalNote[] =>
  files
    ? [
        {
          code: "total_left_out",
          title: "Totals are left out",
          note: `The last rows of ${listed(files)} are totals, and count for nothing.`,
        },
      ]
    : [];

const headerQuestion = {
  code: "header" as const,
  question: "Does the first row hold the names of the columns?",
  choices: [
    {
      label: "No, it is a row like the others",
      sets: { options: { header_row: 0 } },
      is_proposed: true as const,
    },
    { label: "Yes", sets: { options: { header_row: 1 }, preview: true } },
  ],
};
