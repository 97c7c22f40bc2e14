// Answers to the questions of a proposal: the proposal that follows from each, and what it counts.

import type { DatedCounts } from "../data/dataset-findings.js";
import { withQuestions } from "./evidence.js";
import { applied } from "./merge-patch.js";
import type { AnswerCounts, DatasetProposal, ProposalChoice, ProposalQuestion } from "./proposal.js";
import { withFormats } from "./questions.js";

/** The proposal once a question is answered, without that question. */
export const answeredProposal = (
  proposal: DatasetProposal,
  question: ProposalQuestion,
  { sets = {}, format }: ProposalChoice,
): DatasetProposal => {
  const { preview: _, ...changed } = sets;
  const made = applied(proposal, changed) as DatasetProposal;
  const formats = new Map([[question.column_name, format]]);
  return {
    ...made,
    output_to_streams: withFormats(made.output_to_streams, formats),
    questions: proposal.questions.filter((each) => each !== question),
  };
};

/** A proposal that follows from an answer, by the place of the answer. */
export interface FollowingProposal {
  key: string;
  proposal: DatasetProposal;
  stream: string;
  /** Whether only the mapping of the stream differs, so that it can be counted beside the proposal. */
  isBeside: boolean;
}

/** Answers about the rows as they were read; more are not counted. */
const mostCounted = 12;

const isCounted = ({ code }: ProposalQuestion): boolean => code !== "header" && code !== "existing_stream";

/** The proposals that follow from answers that would change this one. */
export const followingProposals = (proposal: DatasetProposal): FollowingProposal[] => {
  const [stream] = Object.keys(proposal.output_to_streams);
  if (stream === undefined) return [];
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
  return proposal.questions
    .filter(isCounted)
    .flatMap((question) =>
      question.choices.filter((choice, i) => !isProposed(choice, i)).map((choice) => ({ question, choice })),
    )
    .map(({ question, choice }) => ({
      key: keyOf(question, choice),
      made: answeredProposal(proposal, question, choice),
    }))
    .filter(({ made }) => made.output_to_streams[stream] !== undefined)
    .slice(0, mostCounted)
    .map(({ key, made }) => ({
      key,
      proposal: made,
      stream,
      isBeside:
        same(made.identity_sets, proposal.identity_sets) &&
        same(made.upsert_columns, proposal.upsert_columns),
    }));
};

/** The first format is the likeliest. */
const isProposed = ({ is_proposed, format }: ProposalChoice, place: number): boolean =>
  is_proposed === true || (format !== undefined && place === 0);

const keyOf = ({ code, column_name }: ProposalQuestion, { sets, format }: ProposalChoice): string =>
  JSON.stringify([code, column_name, sets, format]);

/** Statuses that change no count, whatever the answer, are not worth a question. */
const changesNothing = ({ code, choices }: ProposalQuestion): boolean =>
  code === "status" &&
  choices.every(({ counts }) => counts && JSON.stringify(counts) === JSON.stringify(choices[0]!.counts));

/**
 * The proposal with the counts of its answers, without questions that change nothing. `counts`: of those that
 * follow, by key.
 */
export const withAnswerCounts = (
  proposal: DatasetProposal,
  counts: ReadonlyMap<string, DatedCounts>,
): DatasetProposal => {
  const [stream] = Object.keys(proposal.output_to_streams);
  const own = stream === undefined ? undefined : proposal.figures?.[stream];
  if (counts.size === 0 || !own) return proposal;
  const counted = (question: ProposalQuestion) => (choice: ProposalChoice, i: number) => {
    const found = isProposed(choice, i) ? own : counts.get(keyOf(question, choice));
    return found ? { ...choice, counts: countsOf(found) } : choice;
  };
  const questions = proposal.questions.map((question) =>
    isCounted(question) ? { ...question, choices: question.choices.map(counted(question)) } : question,
  );
  return withQuestions(
    proposal,
    questions.filter((question) => !changesNothing(question)),
  );
};

const countsOf = ({ events, customers, value_total }: DatedCounts): AnswerCounts => ({
  events,
  customers,
  ...(value_total !== undefined && { value_total }),
});
