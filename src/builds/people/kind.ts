// The people of an account are made from every dataset that can be read. While a dataset is being built, they
// wait for it.

import { type Account, Waiting } from "../kind/account.js";
import { outputsAnything } from "../kind/datasets.js";
import type { Kind } from "../kind/kind.js";
import { type BuiltResource, datasetPrint, dirOf } from "../kind/recorded.js";
import type { PeopleInput } from "./step.js";
import { peopleVersion } from "./version.js";

export const people: Kind<"people", PeopleInput> = {
  version: peopleVersion,
  continuesFrom: (file) => file !== "traits.parquet",
  read: ({ config, result, resultDir, damagedFiles }, account) => {
    const canContinue = resultDir !== null && !damagedFiles.some(people.continuesFrom!);
    const datasets = datasetsOf(account);
    return {
      from: {
        config,
        datasets: datasets.map(datasetPrint),
        ...(datasets.some((dataset) => dataset.config.privacy) && { lists: privacyVersion }),
      },
      input: (data) => ({
        config,
        datasets: datasets.map((dataset) => ({
          id: dataset.id,
          dir: dirOf(dataset, data),
          result: dataset.result,
          privacy: dataset.config.privacy,
        })),
        previousDir: canContinue ? dirOf({ resultDir }, data) : null,
        previousResult: result,
      }),
    };
  },
  // The guard of merges compares builds that followed each other.
  asOf: (input, { before, resource: { result }, peopleDir }) => {
    const replayed = { ...input, previousResult: null, isReplayed: true } as const;
    if (before === null) return replayed;
    if (result === null || peopleDir === null) throw new Error("There is no whole result of today's people.");
    return { ...replayed, past: { before, dir: peopleDir, result } };
  },
  afterBuild: async (trx, { accountId, result, now }) => {
    const { beginReceipts } = await import("../../store/privacy-receipts.js");
    await beginReceipts(trx, accountId, result, now);
  },
};

/** Version of what privacy lists take out; people without such a list keep their results. */
const privacyVersion = 1;

const datasetsOf = (account: Account): readonly BuiltResource<"datasets">[] => {
  const datasets = account.ofType("datasets").filter(outputsAnything);
  const building = datasets.find(({ id }) => account.verdicts.get(id)?.at === "build");
  if (building) throw new Waiting(`Waiting for dataset ${building.name}.`);
  const readable = account.readableDatasets();
  const damaged = readable.find(({ damagedFiles }) => damagedFiles.length > 0);
  if (damaged) throw new Waiting(account.blockerOf(damaged.id) ?? `Waiting for dataset ${damaged.name}.`);
  if (readable.length > 0) return readable;
  const refused = datasets.find(({ id }) => account.verdicts.get(id)?.at === "refused");
  throw new Waiting(refused ? account.blockerOf(refused.id)! : "Waiting for a first dataset with files.");
};
