// Where the results are that say who is who.

import path from "node:path";
import type { Country } from "../../domain/identity/phones.js";
import { countryOf } from "../../domain/people.js";
import { singular } from "../../domain/resource.js";
import { refuse } from "../../errors/refusal.js";
import { listResources } from "../../store/resources.js";
import type { Recorded } from "./recorded.js";

export interface PeopleSources {
  peopleDir: string;
  /** Where numbers without the code of a country are dialled. */
  country: Country;
  /** Those whose records are among the people. */
  datasets: { id: string; dir: string }[];
}

/** Refuses `result-not-ready` before people are resolved for the first time. */
export const peopleSources = async ({ db, dataDir, accountId }: Recorded): Promise<PeopleSources> => {
  const [people] = await listResources(db, accountId, "people");
  if (!people?.resultDir || !people.result)
    throw refuse("result-not-ready", { type: singular.people, status: people?.status ?? "new" });
  const datasets = await listResources(db, accountId, "datasets", Object.keys(people.result.datasets));
  return {
    peopleDir: path.join(dataDir, people.resultDir),
    country: countryOf(people.config),
    datasets: datasets.flatMap(({ id, resultDir }) =>
      resultDir === null ? [] : [{ id, dir: path.join(dataDir, resultDir) }],
    ),
  };
};
