// Unidentified records of the last build, with why each is nobody.

import type {
  UnidentifiedReason,
  UnidentifiedRecords,
  UnidentifiedRequest,
} from "../../domain/people/unidentified.js";
import { limits } from "../../domain/resource/limits.js";
import type { Engine, Row } from "../../warehouse/engine.js";
import {
  stageUnidentified,
  unidentifiedCounts,
  unidentifiedPage,
} from "../../warehouse/persons/unidentified.js";
import { datasetFiles, peopleFiles, relation } from "../../warehouse/relations.js";
import { fieldsOf, shown } from "./person.js";
import type { PeopleSources } from "./sources.js";

export const unidentifiedOf = async (
  wanted: UnidentifiedRequest,
  engine: Engine,
  { peopleDir, datasets, country }: PeopleSources,
): Promise<UnidentifiedRecords> => {
  if (datasets.length === 0) return { records: [], reasons: [], total: 0 };
  const unidentified = await stageUnidentified(engine, {
    datasets: datasets.map(({ dir }) => relation(datasetFiles(dir).identities)),
    persons: relation(peopleFiles(peopleDir).persons),
    country,
    most: limits.unidentifiedRecords.is,
  });
  const reasons = await engine.rows<ReasonRow>(unidentifiedCounts(unidentified));
  const rows = await engine.rows<RecordRow>(unidentifiedPage(unidentified, wanted));
  return {
    reasons,
    total: reasons.reduce((sum, { records }) => sum + records, 0),
    records: rows.map((row) => ({
      id: row.id,
      datasets: row.sources.split(",").map((place) => datasets[Number(place)]!.id),
      rows: row.rows,
      fields: shown(fieldsOf(row)),
      reason: row.reason,
    })),
  };
};

type ReasonRow = { reason: UnidentifiedReason; records: number; rows: number };
type RecordRow = Row & { id: string; sources: string; rows: number; reason: UnidentifiedReason };
