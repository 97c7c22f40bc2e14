// Reading of added files: if files were only added since the previous build, only these are read. The rest
// comes from that build, and the result is that of reading all files. All files are read if one was deleted or
// replaced, if columns, types or formats change, or if the date of a row has come.

import { assert } from "../../../errors/refusal.js";
import type { Engine } from "../../../warehouse/engine.js";
import { sampleWithAdded } from "../../../warehouse/ingest/added-rows.js";
import { sampledRows, sampleStride } from "../../../warehouse/ingest/dates.js";
import { AllRowsNeeded, fileReader, type Records } from "../../../warehouse/ingest/read.js";
import { readStateFiles } from "../../../warehouse/relations.js";
import type { StepTools } from "../../kind/kind.js";
import type { DatasetInput, UploadedFile } from "../input.js";
import { planOutput } from "../output-plan.js";
import { type FilePrint, filePrint, readFacts } from "../read-facts.js";
import { isAdditive, printOf, sqlPrint } from "../read-state.js";
import type { Base, Strategy } from "./strategy.js";
import { rowsAsText } from "./text.js";

/** Parts of events; with more of them, all files are read again. */
const maxParts = 48;

export const added: Strategy = {
  of: "added",
  async read(input, tools, scratch) {
    const base = await findBase(input, tools);
    if (base === null) return null;
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

const findBase = async (input: DatasetInput, { engine, now }: StepTools): Promise<Base | null> => {
  const { previous = null, replaced = [], known = null } = input.history ?? {};
  if (!isAdditive(input) || previous?.isIntact !== true || replaced.length > 0 || known) return null;
  const facts = await readFacts(previous.dir);
  if (facts === null || facts.print !== (await printOf(engine, input))) return null;
  const { next_due: due } = facts.result;
  if (facts.parts.length >= maxParts || (due !== null && due * 1000 <= now)) return null;
  const added = addedFiles(facts.files, input.files);
  return added && { dir: previous.dir, facts, added };
};

/** The files that came after those of before; null if there is none, or if one of those has gone. */
const addedFiles = (before: readonly FilePrint[], files: readonly UploadedFile[]): UploadedFile[] | null => {
  const known = new Set(before.map((print) => JSON.stringify(print)));
  const newest = Math.max(...before.map(([, , arrivedAt]) => arrivedAt));
  const added = files.filter((file) => !known.has(JSON.stringify(filePrint(file))));
  const isOnlyAdded = added.length > 0 && files.length - added.length === before.length;
  return isOnlyAdded && added.every(({ arrived_at }) => arrived_at > newest) ? added : null;
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
