// Reading of added files: if files were only added since the previous build, only these are read. The rest
// comes from that build, and the result is that of reading all files. All files are read if one was deleted or
// replaced, if columns, types or formats change, or if the date of a row has come.

import { assert } from "../../../errors/refusal.js";
import type { Engine } from "../../../warehouse/engine.js";
import { sampleWithAdded } from "../../../warehouse/ingest/added-rows.js";
import { sampledRows, sampleStride } from "../../../warehouse/ingest/dates.js";
import { AllRowsNeeded, fileReader, type Records } from "../../../warehouse/ingest/read.js";
import { readStateFiles } from "../../../warehouse/relations.js";
import { findBase } from "../added-files.js";
import { planOutput } from "../output-plan.js";
import { sqlPrint } from "../read-state.js";
import type { Base, Strategy } from "./strategy.js";
import { rowsAsText } from "./text.js";

export const added: Strategy = {
  of: "added",
  async read(input, tools, scratch) {
    const base = await findBase(input, tools);
    if (base === null || base.added.length === 0) return null;
    const { engine, progress } = tools;
    const { options } = input.config;
    assert(options.type === "hosted_csv", "only files are added");
    progress(0, "Inspecting new files");
    const onFile = (count: number, of: number) =>
      progress((0.4 * count) / of, `Read ${count} of ${of} new files`);
    const { facts } = base;
    const { names } = facts;
    const own = { files: base.added, options };
    const reading = await fileReader(engine, own, scratch, onFile, false, facts);
    if (reading.names.length > names.length) throw new AllRowsNeeded();
    const plan = planOutput(input, names);
    progress(0.02, "Reading new files");
    const { records, files } = await reading.read(plan.derived);
    const sampled = await withEarlier(engine, records, base);
    const rows = await rowsAsText(engine, sampled, names, plan);
    if (sqlPrint(rows) !== facts.sqlPrint) throw new AllRowsNeeded();
    return { names, plan, files, ...rows, records: { ...records, sample: sampled.sample! }, base };
  },
};

/** The records of new files, with what the previous build kept of the others. */
const withEarlier = async (
  engine: Engine,
  records: Records,
  { dir, facts: { names, columns, result } }: Base,
): Promise<Records> => {
  const rows = result.funnel.parsed + records.rows;
  const every = sampleStride(rows, sampledRows);
  const sample = sampleWithAdded(readStateFiles(dir).sample, records.relation, names, every);
  const relation = await engine.createTable("spread_sample", sample);
  return { ...records, rows, sample: { relation, every }, earlier: columns };
};
