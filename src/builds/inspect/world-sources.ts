// What a cohort or an outcome would be made from, were it built now from the results that there are.

import type { CohortConfig } from "../../domain/cohort.js";
import type { OutcomeConfig } from "../../domain/outcome.js";
import { singular } from "../../domain/resource.js";
import { shownName } from "../../domain/stream.js";
import { assert, refuse } from "../../errors/refusal.js";
import { findResources, listResources, type Resource } from "../../store/resources.js";
import { listUploads } from "../../store/uploads.js";
import { checkCohort } from "../cohort-check.js";
import { worldOf } from "../orders.js";
import { outcomeCohortIds } from "../plan/plan.js";
import type { AskedOutcome, World } from "../step.js";
import type { Recorded } from "./recorded.js";

export interface CohortSources {
  world: World;
  /** Names of datasets in use that are to be read. */
  unread: string[];
}

export interface OutcomeSources {
  asked: AskedOutcome;
  /** What the cohorts are called. */
  names: { attainment: string; eligible: string | null };
  /** How streams are shown that do not go by the name that follows from their machine name. */
  streamNames: Record<string, string>;
  world: World;
}

/** Refuses `result-not-ready` and what a cohort's step refuses. */
export const cohortSources = async (config: CohortConfig, recorded: Recorded): Promise<CohortSources> => {
  const { db, accountId } = recorded;
  const { world, streams, places } = await readWorld(recorded);
  requireBuilt(config, [...streams, ...places]);
  checkCohort(config, world);
  const datasets = await listResources(db, accountId, "datasets");
  const unread = datasets.filter(
    (dataset) => isInUse(dataset) && !dataset.config.preview && dataset.status !== "ready",
  );
  return { world, unread: unread.map(({ name }) => name).sort() };
};

/** The same; the cohorts are there. */
export const outcomeSources = async (config: OutcomeConfig, recorded: Recorded): Promise<OutcomeSources> => {
  const { db, accountId } = recorded;
  const { world, streams, places } = await readWorld(recorded);
  const found = await findResources(db, accountId, outcomeCohortIds(config));
  const cohort = (id: string | undefined): Resource<"cohorts"> | null => {
    const named = found.find((resource) => resource.id === id);
    assert(id === undefined || named?.type === "cohorts", `there is no cohort ${id}`);
    return named?.type === "cohorts" ? named : null;
  };
  const attainment = cohort(config.attainment_cohort_id)!;
  const [eligible, attrition] = [cohort(config.eligible_cohort_id), cohort(config.attrition_cohort_id)];
  const definitions = [attainment, eligible, attrition].flatMap((each) => each?.config ?? []);
  for (const definition of definitions) {
    requireBuilt(definition, [...streams, ...places]);
    checkCohort(definition, world);
  }
  return {
    asked: {
      config,
      attainment: attainment.config,
      eligible: eligible?.config ?? null,
      attrition: attrition?.config ?? null,
    },
    names: { attainment: attainment.name, eligible: eligible?.name ?? null },
    streamNames: Object.fromEntries(streams.map((stream) => [stream.name, shownName(stream)])),
    world,
  };
};

/** What is there and has not been built is to be waited for; what is not there is refused with the rest of the definition. */
const requireBuilt = (
  { stream_name, place_conditions = [] }: CohortConfig,
  known: readonly (Resource<"streams"> | Resource<"places">)[],
): void => {
  const isNamed = ({ type, id, name }: (typeof known)[number]) =>
    type === "streams" ? name === stream_name : place_conditions.some(({ place_id }) => place_id === id);
  const waiting = known.find((resource) => isNamed(resource) && resource.result === null);
  if (waiting)
    throw refuse("result-not-ready", {
      type: `${singular[waiting.type]} ${waiting.name}`,
      status: waiting.status,
    });
};

interface RecordedWorld {
  world: World;
  streams: Resource<"streams">[];
  places: Resource<"places">[];
}

/** The world as of the last builds, and every stream and place in use. Refuses `result-not-ready`. */
export const readWorld = async ({ db, dataDir, accountId }: Recorded): Promise<RecordedWorld> => {
  const [people] = await listResources(db, accountId, "people");
  if (!people?.resultDir || !people.result)
    throw refuse("result-not-ready", { type: singular.people, status: people?.status ?? "new" });
  const streams = (await listResources(db, accountId, "streams")).filter(isInUse);
  const places = (await listResources(db, accountId, "places")).filter(isInUse);
  const files = people.result.data_through === null ? await listUploads(db, accountId) : [];
  const resources = [people, ...streams, ...places];
  const world = worldOf({ dataDir, privateAddresses: false, resources, files });
  return { world, streams, places };
};

const isInUse = ({ archivedAt }: Resource): boolean => archivedAt === null;
