// A target's file: everyone in the population, who they are, and what is predicted of them. The file is made aside and
// hashed; it becomes the hosted one when its directory is recorded, so a reader has the old file or the new one, whole.

import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { stat } from "node:fs/promises";
import path from "node:path";
import { identityColumns, outcomeColumns, personColumn } from "../../delivery/columns.js";
import { previewRows } from "../../domain/scope.js";
import { copyToCsv, type DeliverySpec, deliveredRows } from "../../warehouse/delivery.js";
import { peopleFiles, relation, scopeFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { Step } from "../step.js";

export const buildTarget: Step<"targets"> = async (order, { engine, dir, progress }) => {
  const { options } = order.config;
  const outcomes = outcomeColumns(order.scope.outcomes, order.config.human_readable ?? false);
  const spec: DeliverySpec = {
    scores: relation(scopeFiles(order.scope.dir).scores),
    people: relation(peopleFiles(order.peopleDir).people),
    personColumn,
    identityColumns: identityColumns(order.identityColumns),
    outcomes: outcomes.map((columns, index) => ({ index, ...columns })),
    limit: order.scope.config.preview ? previewRows : null,
  };
  const file = options.gzip ? "scores.csv.gz" : "scores.csv";
  const csv = path.join(dir, file);

  progress(0.1, "writing the file");
  const rows = deliveredRows(spec);
  const { delimiter = ",", gzip = false, quote_all: quoteAll = false } = options;
  await engine.run(copyToCsv(rows, csv, { delimiter, gzip, quoteAll }));

  progress(0.8, "hashing the file");
  const { population } = await engine.row<{ population: number }>(
    sql`select count(*) as population from ${spec.scores}`,
  );
  return {
    rows: Math.min(population, spec.limit ?? population),
    bytes: (await stat(csv)).size,
    sha256: await sha256Of(csv),
    columns: [
      personColumn,
      ...spec.identityColumns,
      ...outcomes.flatMap((c) => [c.probability, c.percentile, c.status]),
    ],
    file,
  };
};

const sha256Of = async (file: string): Promise<string> => {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(file)) hash.update(chunk);
  return hash.digest("hex");
};
