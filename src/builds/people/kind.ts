// The people of an account are made from every dataset that can be read. While a dataset is being built, they wait for it.

import { type Account, failure, Waiting } from "../kind/account.js";
import { outputsAnything } from "../kind/datasets.js";
import type { Kind } from "../kind/kind.js";
import { type BuiltResource, dirOf } from "../kind/recorded.js";
import type { PeopleInput } from "./step.js";
import { peopleVersion } from "./version.js";

export const people: Kind<"people", PeopleInput> = {
  version: peopleVersion,
  read: ({ config, result, resultDir }, account) => {
    const datasets = datasetsOf(account);
    return {
      from: {
        config,
        datasets: datasets.map(({ id, fingerprint }) => [id, fingerprint]),
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
        previousDir: resultDir === null ? null : dirOf({ resultDir }, data),
        previousResult: result,
      }),
    };
  },
  loadStep: async () => (await import("./step.js")).buildPeople,
};

/** Version of what privacy lists take out; people without such a list keep their results. */
const privacyVersion = 1;

const datasetsOf = (account: Account): BuiltResource<"datasets">[] => {
  const datasets = account.ofType("datasets").filter(outputsAnything);
  const at = (verdict: "build" | "refused") =>
    datasets.find(({ id }) => account.verdicts.get(id)?.at === verdict);
  const building = at("build");
  if (building) throw new Waiting(`Waiting for dataset ${building.name}.`);
  const readable = account.readableDatasets();
  if (readable.length > 0) return readable;
  const refused = at("refused");
  throw new Waiting(refused ? failure(refused) : "Waiting for a first dataset with files.");
};
