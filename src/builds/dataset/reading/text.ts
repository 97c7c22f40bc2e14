// Reading of all rows as text, into records. It reads whatever a source has.

import type { Engine } from "../../../warehouse/engine.js";
import { sampledRecords } from "../../../warehouse/ingest/added-rows.js";
import { sampledRows, sampleStride } from "../../../warehouse/ingest/dates.js";
import { eventColumns } from "../../../warehouse/ingest/events.js";
import { columnsOf, countColumns } from "../../../warehouse/ingest/profile.js";
import type { DatasetReader, Records } from "../../../warehouse/ingest/read.js";
import { traitColumns } from "../../../warehouse/ingest/traits.js";
import type { StreamToWrite } from "../events.js";
import { type OutputPlan, planOutput } from "../output-plan.js";
import { isAdditive } from "../read-state.js";
import { sourceOf } from "../sources/registry.js";
import type { DatasetRows, Strategy } from "./strategy.js";

export const text: Strategy = {
  of: "all",
  async read(input, { engine, progress }, scratch) {
    progress(0, "Inspecting files");
    const { reader } = sourceOf(input.config.options);
    if (!reader) return null;
    const reading = await reader(input, engine, scratch, (count, of) =>
      progress(0.02 + (0.4 * count) / of, `Read ${count} of ${of} files`),
    );
    const { names, sources } = reading;
    const plan = planOutput(input, names);
    progress(0.02, "Reading files");
    const { records, files } = await reading.read(plan.derived);
    progress(0.45, "Detecting columns");
    const sampled = isAdditive(input, names) ? await withSample(engine, records, names) : records;
    return {
      names,
      plan,
      files,
      totals: reading.totals(files),
      ...(sources && { sources }),
      ...(await rowsAsText(engine, sampled, names, plan)),
    };
  },
};

/** The records with a sample of them, from which the next build may continue. */
const withSample = async (
  engine: Engine,
  records: Records,
  names: DatasetReader["names"],
): Promise<Records> => {
  const relation = await engine.createTable("spread_sample", sampledRecords(records, names));
  return { ...records, sample: { relation, every: sampleStride(records.rows, sampledRows) } };
};

/** Rows of records of text: their columns, and the way in which these become events and traits. */
export const rowsAsText = async (
  engine: Engine,
  records: Records,
  names: readonly string[],
  plan: OutputPlan,
): Promise<Pick<DatasetRows, "records" | "counts" | "columns" | "streams" | "traits">> => {
  const counts = await countColumns(engine, records, names);
  const columns = columnsOf(names, counts, records.rows);
  const streams: StreamToWrite[] = [];
  for (const mapped of plan.streams)
    streams.push({ mapped, stream: await eventColumns(engine, records, columns, mapped) });
  const traits = await traitColumns(engine, records, columns, plan.traits);
  return { records, counts, columns, streams, traits };
};
