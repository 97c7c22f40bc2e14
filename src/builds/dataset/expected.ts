// Other readings as streams beside those of the proposal, so that one build counts them all with all rows: the
// candidates for expected figures, and the answers to questions.

import type { DatasetConfig, StreamMapping } from "../../domain/data/dataset.js";
import type { DatedCounts } from "../../domain/data/dataset-findings.js";
import { refundStream } from "../../domain/data/stream-mapping.js";

const streamOf = (place: number): string => `reading_${place}`;

export interface OtherReading {
  mapping: StreamMapping;
  /** Whether it can be counted beside the proposal: customers and keys of rows are the same. */
  isBeside: boolean;
}

/** The readings that are meant, by their place. */
export const withReadings = (
  config: DatasetConfig,
  readings: readonly OtherReading[],
  isMeant: (reading: OtherReading) => boolean = ({ isBeside }) => isBeside,
): DatasetConfig => ({
  ...config,
  output_to_streams: {
    ...config.output_to_streams,
    ...Object.fromEntries(
      readings.flatMap((reading, place) =>
        isMeant(reading) ? [[streamOf(place), countedStream(reading.mapping, place)]] : [],
      ),
    ),
  },
});

/** The mapping without properties, which count nothing. */
export const countedStream = (mapping: StreamMapping, place: number): StreamMapping => {
  const { datetime, value } = mapping.data_map;
  const { refunds } = mapping;
  const isStream = refundStream(mapping) !== null;
  return {
    ...mapping,
    data_map: { ...(datetime && { datetime }), ...(value && { value }) },
    ...(refunds && { refunds: isStream ? { ...refunds, as: `${streamOf(place)}_refund` } : refunds }),
  };
};

/** Figures of the proposal's own streams, and those of the readings. */
export const parted = (
  figures: Record<string, DatedCounts>,
  readings: readonly OtherReading[],
): { own: Record<string, DatedCounts>; ofReadings: (DatedCounts | undefined)[] } => ({
  own: Object.fromEntries(
    Object.entries(figures).filter(
      ([name]) => !readings.some((_, place) => name.startsWith(streamOf(place))),
    ),
  ),
  ofReadings: readings.map((_, place) => figures[streamOf(place)]),
});
