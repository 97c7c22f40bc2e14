// Sources of datasets. A type of options belongs to one of them.

import type { DatasetOptions } from "../../../domain/data/dataset-options.js";
import { assert } from "../../../errors/refusal.js";
import { bucket } from "./bucket.js";
import { database } from "./database.js";
import { lake } from "./lake.js";
import { merge } from "./merge.js";
import type { DatasetSource } from "./source.js";
import { uploads } from "./uploads.js";

export const sources: readonly DatasetSource[] = [uploads, merge, bucket, lake, database];

export const sourceOf = ({ type }: Pick<DatasetOptions, "type">): DatasetSource => {
  const source = sources.find(({ types }) => types.includes(type));
  assert(source, `no source has datasets of type ${type}`);
  return source;
};
