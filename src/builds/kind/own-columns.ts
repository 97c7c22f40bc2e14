// Version of the columns of properties whose names differ in case alone (see
// `warehouse/property-columns.ts`), as a field of the fingerprints of datasets and streams that have such
// properties. Others keep their results.

import type { DatasetConfig } from "../../domain/data/dataset.js";
import { propertiesInto, streamsOf } from "../../domain/data/stream-mapping.js";
import { haveSameColumn } from "../../warehouse/property-columns.js";

const version = 1;

type Field = { ownColumns?: number };

export const ownColumnsOfDataset = ({ output_to_streams: streams }: DatasetConfig): Field =>
  fieldFor(streamsOf(streams).some((stream) => haveSameColumn(propertiesInto(streams, stream))));

/** `configs`: of the datasets that output to the stream. */
export const ownColumnsOfStream = (stream: string, configs: readonly DatasetConfig[]): Field =>
  fieldFor(haveSameColumn(configs.flatMap((config) => propertiesInto(config.output_to_streams, stream))));

const fieldFor = (isNeeded: boolean): Field => (isNeeded ? { ownColumns: version } : {});
