// Frames of a task at plain landmarks: a third of a horizon apart, as far as the log goes. The service
// chooses its landmarks; benchmarks that must not depend on the choice use these.

import { featureRelations } from "../../src/builds/kind/relations.js";
import { predictionTask } from "../../src/builds/outcome/prediction-task.js";
import { planFeatures, rfmFeatures, visitFeatures } from "../../src/domain/outcome/features/plan.js";
import type { Frame } from "../../src/domain/outcome/frame.js";
import { stepDays } from "../../src/domain/outcome/landmarks.js";
import { secondsPerDay } from "../../src/domain/resource/resource.js";
import { hasRepeatBuyers } from "../../src/model/propensity/candidates/bg-nbd.js";
import type { CandidateOptions } from "../../src/model/propensity/candidates/candidate.js";
import { type LabelledFrame, labelled, samplePeople } from "../../src/model/propensity/rows.js";
import { summarizeTraits } from "../../src/warehouse/features/traits.js";
import { readFrames } from "../../src/warehouse/frame.js";
import { peopleFiles, relation } from "../../src/warehouse/relations.js";
import type { Account, TaskSpec } from "./account.js";

const warmUpDays = 30;

export interface PlainFrames {
  training: LabelledFrame;
  /** The eligible people at the account's now. */
  scored: Frame;
  options: CandidateOptions;
}

/** Rows of a sample of people: about `maxRows`. */
export const plainFrames = async (
  { engine, account }: Account,
  spec: TaskSpec,
  maxRows: number,
): Promise<PlainFrames> => {
  const input = { ...definition(spec), account };
  const task = await predictionTask(input, engine);
  const past = plainLandmarks(input, task.horizonDays);
  const traits = relation(peopleFiles(account.peopleDir).traits);
  const plan = planFeatures(
    account.streams,
    await summarizeTraits(engine, traits, account.people.traits, account.traitConfigs),
    {
      blocklist: task.excludeTraits,
      blockedProviders: [],
      excludeStreams: task.excludeStreams,
      landmarkSpanDays: (past.at(-1)! - past[0]!) / secondsPerDay,
    },
  );
  const framesAt = (landmarks: readonly number[]): Promise<Frame> =>
    readFrames(
      engine,
      plan,
      featureRelations(account),
      landmarks.map((cutoff) => ({ cutoff, people: task.spine(cutoff) })),
    );
  const training = samplePeople(labelled(await framesAt(past)), maxRows, 1);
  const scored = await framesAt([account.dataThrough]);
  const places = (names: string[]) => names.map((name) => scored.names.indexOf(name));
  const stream = spec.eligible.stream_name!;
  const visits = places(visitFeatures(plan, stream));
  const options = {
    rfm: places(rfmFeatures(plan, stream)),
    visits: hasRepeatBuyers(training, visits) ? visits : [],
    horizonDays: task.horizonDays,
    seed: 1,
  };
  return { training, scored, options };
};

/** As the service builds it. */
export const definition = ({ attainment, eligible, active, outcome }: TaskSpec) => ({
  config: { attainment_cohort_id: "attainment", ...outcome },
  attainment,
  eligible,
  attrition: null,
  ...(active && { active }),
});

/** Ascending. */
const plainLandmarks = (
  { account, attainment, eligible }: ReturnType<typeof definition> & Pick<Account, "account">,
  horizonDays: number,
): number[] => {
  const defining = [attainment.stream_name, eligible.stream_name];
  const oldest = account.streams
    .filter(({ name, result }) => defining.includes(name) && result.oldest !== null)
    .map(({ result }) => result.oldest!);
  const first = Math.max(...oldest) + Math.max(warmUpDays, horizonDays / 2) * secondsPerDay;
  const found: number[] = [];
  const step = stepDays(horizonDays * secondsPerDay) * secondsPerDay;
  for (let at = account.dataThrough - horizonDays * secondsPerDay; at >= first; at -= step) found.unshift(at);
  return found;
};
