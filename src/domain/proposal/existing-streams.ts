// Existing streams of an account beside those of a proposal. Events of another file never flow into a stream
// unasked: the proposal gives them a stream of their own and asks, but for a file with the columns of one
// that feeds the stream already.

import { currencyCode } from "../data/currency.js";
import type { StreamMapping } from "../data/dataset.js";
import { machineName } from "../data/stream.js";
import { counted } from "./figures.js";
import type { DatasetProposal, ProposalChoice, ProposalQuestion } from "./proposal.js";

/** A dataset of the account that feeds streams. */
export interface FeedingDataset {
  name: string;
  streams: readonly string[];
  /** Currency of a stream's values, by stream, where it is known. */
  currencies?: Readonly<Record<string, string>>;
  /** Names of its columns. */
  columns: readonly string[];
  rows: number;
}

/** `directory`: that of the proposed files, from which the names of new streams are made. */
export const besideExisting = (
  proposal: DatasetProposal,
  existing: readonly FeedingDataset[],
  directory: string,
): DatasetProposal =>
  Object.keys(proposal.output_to_streams).reduce((proposed, stream) => {
    const [feeding, ...others] = existing.filter(({ streams }) => streams.includes(stream));
    if (!feeding) return proposed;
    const [theirs] = [feeding, ...others].flatMap(({ currencies }) => currencies?.[stream] ?? []);
    return askAbout(proposed, stream, { feeding, theirs, own: ownName(stream, directory, existing) });
  }, proposal);

const ownName = (stream: string, directory: string, existing: readonly FeedingDataset[]): string => {
  const taken = new Set(existing.flatMap(({ streams }) => streams));
  const base = machineName(`${stream}_${directory}`);
  if (!taken.has(base) && base !== stream) return base;
  let n = 2;
  while (taken.has(`${stream}_${n}`)) n++;
  return `${stream}_${n}`;
};

interface Existing {
  feeding: FeedingDataset;
  /** The currency of the stream's values, where it is known. */
  theirs: string | undefined;
  /** The name of a stream of the file's own. */
  own: string;
}

const askAbout = (
  proposal: DatasetProposal,
  stream: string,
  { feeding, theirs, own }: Existing,
): DatasetProposal => {
  const mapping = proposal.output_to_streams[stream]!;
  const names = proposal.columns.map(({ name }) => name);
  const isAlike = names.every((name) => feeding.columns.includes(name)) && !isUnnamed(mapping, theirs);
  const added = inCurrency(mapping, theirs);
  const sets = (to: string, from: string) => ({
    output_to_streams: { [from]: null, [to]: to === stream ? added : mapping },
  });
  const question: ProposalQuestion = {
    code: "existing_stream",
    question: `Are these events the same as “${stream}” of ${feeding.name} (${counted(feeding.rows)} rows)?${otherCurrency(mapping, theirs)}`,
    figures: { rows: feeding.rows },
    choices: [
      { label: `Yes, add them to ${stream}`, ...(isAlike ? proposed : { sets: sets(stream, own) }) },
      { label: `No, keep them apart as ${own}`, ...(isAlike ? { sets: sets(own, stream) } : proposed) },
    ],
  };
  const questioned = { ...proposal, questions: [...proposal.questions, question] };
  if (!isAlike) return renamed(questioned, stream, own);
  return { ...questioned, output_to_streams: { ...proposal.output_to_streams, [stream]: added } };
};

/** The values of one stream are in one currency, whatever file they are from. */
const inCurrency = (mapping: StreamMapping, currency: string | undefined): StreamMapping =>
  mapping.currency && currency !== undefined
    ? { ...mapping, currency: { ...mapping.currency, is: currency } }
    : mapping;

/** Values that may be in any currency, beside those of a stream in a known one. */
const isUnnamed = ({ currency, data_map: { value } }: StreamMapping, theirs: string | undefined): boolean =>
  value !== undefined && currency === undefined && theirs !== undefined;

/** Note on values in another currency that would be added; empty where there are none. */
const otherCurrency = (mapping: StreamMapping, theirs: string | undefined): string => {
  const { currency } = mapping;
  if (isUnnamed(mapping, theirs))
    return ` Its values are in ${theirs}: these name no currency, and would be added to them.`;
  return currency && theirs !== undefined && currencyCode(currency.is) !== currencyCode(theirs)
    ? ` Its values are in ${theirs}: most of these are in ${currency.is}, and would count without a value.`
    : "";
};

const proposed = { sets: {}, is_proposed: true as const };

const renamed = (proposal: DatasetProposal, from: string, to: string): DatasetProposal => ({
  ...proposal,
  output_to_streams: renameKey(proposal.output_to_streams, from, to),
  questions: proposal.questions.map((question) => ({
    ...question,
    choices: question.choices.map((choice) => aboutStream(choice, question, from, to)),
  })),
  ...(proposal.figures && { figures: renameKey(proposal.figures, from, to) }),
  ...(proposal.expected && {
    expected: {
      ...proposal.expected,
      readings: proposal.expected.readings.map((reading) => ({
        ...reading,
        sets: ofStream(reading.sets, from, to),
      })),
    },
  }),
});

/** Answers to other questions change the stream under its new name. */
const aboutStream = (
  choice: ProposalChoice,
  { code }: ProposalQuestion,
  from: string,
  to: string,
): ProposalChoice =>
  choice.sets && code !== "existing_stream" ? { ...choice, sets: ofStream(choice.sets, from, to) } : choice;

const ofStream = (sets: Record<string, unknown>, from: string, to: string): Record<string, unknown> => {
  const { output_to_streams: streams } = sets as { output_to_streams?: Record<string, unknown> };
  return streams ? { ...sets, output_to_streams: renameKey(streams, from, to) } : sets;
};

const renameKey = <V>(entries: Readonly<Record<string, V>>, from: string, to: string): Record<string, V> =>
  Object.fromEntries(Object.entries(entries).map(([name, value]) => [name === from ? to : name, value]));
