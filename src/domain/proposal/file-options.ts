// File options of a proposal: the header row and the sheet that were found in the files of a preview, and the question whether the
// first row holds names where it looks like the others.

import type { DatasetResult } from "../dataset-result.js";
import type { DatasetProposal } from "./proposal.js";

/** The proposal with the options of the files, and the question about them first. */
export const withFileOptions = (
  proposal: DatasetProposal,
  { proposed_options: options, dialect }: Pick<DatasetResult, "proposed_options" | "dialect">,
): DatasetProposal => ({
  ...proposal,
  ...(options && { options: { ...proposal.options, ...options } }),
  questions: dialect?.header_row === 0 ? [headerQuestion, ...proposal.questions] : proposal.questions,
});

const headerQuestion = {
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
