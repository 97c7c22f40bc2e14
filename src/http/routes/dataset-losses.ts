// What others would lose if a dataset no longer put out what it does: of a stream or trait that no other dataset puts out, the
// users use this dataset.

import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import type { DatasetConfig } from "../../domain/dataset.js";
import { singular } from "../../domain/resource.js";
import { traitsEmitted } from "../../domain/trait-uses.js";
import { refuse } from "../../errors/refusal.js";
import { findStream, listResources, type Resource, usersOf } from "../../store/resources.js";
import { traitUsers } from "../../store/traits.js";

/** `after` is what the dataset is to be; null: no more. Refuses `resource-in-use`. */
export const checkNothingLost = async (
  trx: Kysely<Database>,
  dataset: Resource<"datasets">,
  after: DatasetConfig | null,
): Promise<void> => {
  const others = (await listResources(trx, dataset.accountId)).filter(({ id }) => id !== dataset.id);
  const users = [
    ...(await losingStreams(trx, dataset, after, others)),
    ...losingTraits(dataset, after, others),
  ];
  const named = new Set(users.map(({ type, name }) => `${singular[type]} ${name}`));
  if (named.size > 0) throw refuse("resource-in-use", { users: [...named].join(", ") });
};

type User = Pick<Resource, "type" | "name">;

const losingStreams = async (
  trx: Kysely<Database>,
  { accountId, config }: Resource<"datasets">,
  after: DatasetConfig | null,
  others: readonly Resource[],
): Promise<User[]> => {
  const isKept = (name: string) =>
    (after !== null && name in after.output_to_streams) ||
    others.some((other) => other.type === "datasets" && name in other.config.output_to_streams);
  const users: User[] = [];
  for (const name of Object.keys(config.output_to_streams).filter((stream) => !isKept(stream))) {
    const stream = await findStream(trx, accountId, name);
    if (stream) users.push(...(await usersOf(trx, stream.id)));
  }
  return users;
};

const losingTraits = (
  dataset: Resource<"datasets">,
  after: DatasetConfig | null,
  others: readonly Resource[],
): User[] => {
  const isKept = (name: string) =>
    after !== null && (name in after.output_to_traits || after.output_all_columns_as_traits !== undefined);
  return traitsEmitted(dataset)
    .filter((name) => !isKept(name))
    .map((name) => traitUsers(name, others))
    .filter((users) => !users.some(({ type }) => type === "datasets"))
    .flat();
};
