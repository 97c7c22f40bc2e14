// Candidate readings as streams beside those of the proposal, so that one build counts them all with all rows.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import type { DatedCounts } from "../../domain/data/dataset-findings.js";
import { refundStream } from "../../domain/data/stream-mapping.js";
import type { CandidateReading } from "../../domain/proposal/readings/candidate.js";

const streamOf = (place: number): string => `reading_${place}`;

/** The candidates that can be counted beside the proposal, by their place. */
export const withCandidates = (
  config: DatasetConfig,
  candidates: readonly CandidateReading[],
  isBeside: (candidate: CandidateReading) => boolean,
): DatasetConfig => ({
  ...config,
  output_to_streams: {
    ...config.output_to_streams,
    ...Object.fromEntries(
      candidates.flatMap((candidate, place) =>
        isBeside(candidate) ? [[streamOf(place), countedStream(candidate, place)]] : [],
      ),
    ),
  },
});

/** The mapping without properties, which count nothing. */
const countedStream = ({ mapping }: CandidateReading, place: number): CandidateReading["mapping"] => {
  const { datetime, value } = mapping.data_map;
  const { refunds } = mapping;
  const isStream = refundStream(mapping) !== null;
  return {
    ...mapping,
    data_map: { datetime: datetime!, ...(value && { value }) },
    ...(refunds && { refunds: isStream ? { ...refunds, as: `${streamOf(place)}_refund` } : refunds }),
  };
};

/** Figures of the proposal's own streams, and those of the candidates. */
export const parted = (
  figures: Record<string, DatedCounts>,
  candidates: readonly CandidateReading[],
): { own: Record<string, DatedCounts>; ofCandidates: (DatedCounts | undefined)[] } => ({
  own: Object.fromEntries(
    Object.entries(figures).filter(
      ([name]) => !candidates.some((_, place) => name.startsWith(streamOf(place))),
    ),
  ),
  ofCandidates: candidates.map((_, place) => figures[streamOf(place)]),
});
