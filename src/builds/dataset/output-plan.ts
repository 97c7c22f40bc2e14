// Output plan of a dataset: everything that its configuration reads from columns, resolved against their names.

import { areRowsCustomers } from "../../domain/data/snapshot.js";
import { type Column, findColumn } from "../../warehouse/ingest/columns.js";
import { rowKey } from "../../warehouse/ingest/deduplication.js";
import { isJoined as isOfSeveralRows } from "../../warehouse/ingest/event-lines.js";
import { type MappedStream, mapStream } from "../../warehouse/ingest/events.js";
import {
  hashedRecordColumns,
  type IdentityColumns,
  identityRecordColumns,
  resolveIdentities,
  rowKeyOf,
} from "../../warehouse/ingest/identities.js";
import { type DerivedColumns, rowIdColumn } from "../../warehouse/ingest/read.js";
import { type MappedTrait, mapTraits } from "../../warehouse/ingest/traits.js";
import { dropsRecords } from "./file-history.js";
import type { DatasetInput } from "./input.js";

export interface OutputPlan {
  sets: IdentityColumns[];
  /** See `hashedRecordColumns`. */
  isHashed: boolean;
  streams: MappedStream[];
  traits: MappedTrait[];
  references: Column[];
  derived: DerivedColumns;
}

/** Everything that the configuration reads from columns. Refuses `column-unknown`. */
export const planOutput = (input: DatasetInput, names: readonly string[]): OutputPlan => {
  const { config } = input;
  const isOfRows = areRowsCustomers(config);
  const sets = isOfRows ? [{ customer_id: rowIdColumn }] : resolveIdentities(config.identity_sets, names);
  const streams = Object.entries(config.output_to_streams).map(([name, mapping]) =>
    mapStream(name, mapping, names),
  );
  const traits = mapTraits(config, names);
  const isHashed = isLog(input, sets) && traits.length === 0 && !streams.some(isOfSeveralRows);
  return {
    sets,
    isHashed,
    streams,
    traits,
    references: (config.reference_key_columns ?? []).map((name) => ({
      ...findColumn(names, name, "reference_key_columns"),
      name,
    })),
    derived: {
      row_key: isOfRows ? rowKeyOf([rowIdColumn]) : rowKey(config, names),
      ...(isHashed ? hashedRecordColumns(sets[0]!) : identityRecordColumns(sets)),
    },
  };
};

/** Whether rows only become events and distinct identities: then keys of identities are made once for each. */
const isLog = (
  { config, history, erasedFile }: DatasetInput,
  [set, ...others]: IdentityColumns[],
): boolean => {
  const { options, reference_key_columns: references = [] } = config;
  const isOfFiles = options.type === "hosted_csv" && options.replace_all_with_latest_file !== true;
  const isFirstSeenKnown = !dropsRecords(config) && !history?.known && !history?.replaced.length;
  const isSecret = config.privacy !== undefined || erasedFile != null;
  const isIdentified = Object.keys(set!).length > 0 && others.length === 0 && references.length === 0;
  return isOfFiles && isFirstSeenKnown && !isSecret && isIdentified && !areRowsCustomers(config);
};
