// A merge names the datasets whose rows it puts side by side. With `migrate` it takes over what they say of people, streams and
// traits; what the merge says itself goes first.

import { isDeepStrictEqual } from "node:util";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { type DatasetConfig, type DatasetOptions, mergedIds } from "../../domain/dataset.js";
import type { EpochMs } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import { listResources, type Resource, updateResource } from "../../store/resources.js";
import type { ReferencedResources } from "../neighbours.js";

/** Refuses `reference-unknown`, `resource-archived` and `merge-of-merge`. */
export const checkMerge = (options: DatasetOptions, referenced: ReferencedResources): void => {
  const ids = mergedIds(options);
  ids.forEach((id, i) => {
    referenced.require("datasets", id, `options.merge.${i}.dataset_id`);
    const { name, config } = referenced.find("datasets", id)!;
    if (config.options.type !== "hosted_csv" || ids.indexOf(id) < i) throw refuse("merge-of-merge", { name });
  });
};

/** The configuration with what its datasets said, which they then no longer say. Refuses `merge-streams-clash`. */
export const migrated = async (
  trx: Kysely<Database>,
  accountId: string,
  config: DatasetConfig,
  now: EpochMs,
): Promise<DatasetConfig> => {
  if (config.options.type !== "merge" || !config.options.migrate) return config;
  const ids = mergedIds(config.options);
  const found = await listResources(trx, accountId, "datasets", ids);
  const members = ids.flatMap((id) => found.filter((dataset) => dataset.id === id));
  const taken = members.reduce((kept, member) => takeOver(kept, member.config, config), config);
  for (const member of members) await silence(trx, member, now);
  return taken;
};

const takeOver = (kept: DatasetConfig, member: DatasetConfig, own: DatasetConfig): DatasetConfig => {
  for (const stream of Object.keys(member.output_to_streams))
    if (stream in kept.output_to_streams && !(stream in own.output_to_streams))
      throw refuse("merge-streams-clash", { stream });
  return {
    ...kept,
    identity_sets: withSets(kept.identity_sets, member.identity_sets),
    output_to_streams: { ...member.output_to_streams, ...kept.output_to_streams },
    output_to_traits: { ...member.output_to_traits, ...kept.output_to_traits },
  };
};

/** Two sets may be called alike and read other columns: then the second gets a number. */
const withSets = (
  kept: DatasetConfig["identity_sets"],
  added: DatasetConfig["identity_sets"],
): DatasetConfig["identity_sets"] => {
  const sets = { ...kept };
  for (const [name, set] of Object.entries(added)) {
    if (Object.values(sets).some((known) => isDeepStrictEqual(known, set))) continue;
    let free = name;
    for (let n = 2; free in sets; n++) free = `${name}_${n}`;
    sets[free] = set;
  }
  return sets;
};

const silence = async (trx: Kysely<Database>, member: Resource<"datasets">, now: EpochMs): Promise<void> => {
  const { name, config } = member;
  const said = [config.identity_sets, config.output_to_streams, config.output_to_traits];
  if (said.every((part) => Object.keys(part).length === 0)) return;
  const silent = { ...config, identity_sets: {}, output_to_streams: {}, output_to_traits: {} };
  await updateResource(trx, member, { name, config: silent, upstreamIds: [] }, now);
};
