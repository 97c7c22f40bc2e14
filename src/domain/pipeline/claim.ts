// Claim of a pipeline's scores: how many people are expected to reach the goal by a day, what they are
// expected to spend, and how well they are ranked, as it was said when the scores were made. People have
// acted on it, which is why claims outlive pipelines and are never made better afterwards.
//
//   open     its day has not come, or no build has counted since
//   held     everything that was claimed came true within its bounds
//   broken   something came out outside of its bounds
//   void     nobody can tell any more, see `VoidReason`
//
// An open claim is judged by the first build after its day. Builds of one more horizon count again, because
// events arrive late, and restate the judgement where another number comes out. Meanwhile, a count says what it
// will come to: the counts of earlier claims grew, or fell, by as much until they were settled.

import type { Interval } from "../outcome/evaluation.js";
import { calendarFieldsOf, type HorizonFields, horizonOf, usualSeconds } from "../outcome/label-window.js";
import { type ValueMeasure, valueMeasures } from "../outcome/value.js";
import type { EpochMs, EpochSeconds } from "../resource/resource.js";
import {
  type ChallengerRole,
  type ChallengeVerdict,
  challengeVerdict,
  type ObservedChallenger,
} from "./challenger.js";
import {
  horizonEnd,
  type ObservedPerformance,
  type PerformanceHistory,
  type ScoreSnapshot,
} from "./observed-performance.js";
import type { ScoredOutcome } from "./scope.js";

export const claimVerdicts = ["open", "held", "broken", "void"] as const;
export type ClaimVerdict = (typeof claimVerdicts)[number];

/** `people` who reach the goal, the `amount` that they spend and the `count` of their events, and the AUC of the list. */
export const claimMeasures = ["people", ...valueMeasures, "auc"] as const;
export type ClaimMeasure = "people" | ValueMeasure | "auc";
type Of<T> = Partial<Record<ClaimMeasure, T>>;

/**
 * `definition_changed`  the prediction or a cohort of it has another definition now, so nobody counts by the old one
 * `prediction_removed`  the pipeline does not make the prediction any more
 * `pipeline_deleted`    the pipeline was deleted
 * `scores_lost`         the scores were damaged
 * `nobody_left`         no person of the list can be judged: they were deleted, merged, or are undecided
 */
export const voidReasons = [
  "definition_changed",
  "prediction_removed",
  "pipeline_deleted",
  "scores_lost",
  "nobody_left",
] as const;
export type VoidReason = (typeof voidReasons)[number];

/** Expected number with its 95 % interval. */
export interface ClaimedFigure extends Interval {
  expected: number;
}

/** Claimed number of the people who can be judged, beside what came. */
export interface JudgedFigure extends ClaimedFigure {
  observed: number;
  /** 95 % interval of an observed AUC, which is uncertain by chance of who attained. */
  observed_interval?: Interval;
  verdict: "held" | "broken";
}

export interface ClaimKey {
  scope_id: string;
  outcome_id: string;
  cutoff: EpochSeconds;
  /** Fingerprint of the outcome whose model made the scores. */
  model: string;
}

/** Names are those of the moment: pipelines and predictions are renamed and deleted. */
export interface ClaimSubject {
  scope_name: string;
  outcome_name: string;
  /** After "expected to": "buy again". */
  goal: string;
  /** Code of the currency of amounts, where a file names one. */
  currency?: string;
}

export interface Claim extends ClaimKey, ClaimSubject, HorizonFields {
  /** Hash of the definition of the prediction. */
  definition: string;
  people: number;
  figures: Of<ClaimedFigure>;
  verdict: ClaimVerdict;
  void_reason?: VoidReason;
  judgement?: Judgement;
}

export interface Judgement {
  /** People who can be judged. */
  people: number;
  left_out: number;
  figures: Of<JudgedFigure>;
  /** Models that were not delivered, judged on the same people; absent in earlier versions. */
  challengers?: ObservedChallenger[];
  judged_at: EpochMs;
  /** How often another number came out since. */
  restated: number;
  restated_at?: EpochMs;
  /** Numbers of the first judgement. */
  first: Of<number>;
  /** What the numbers will come to once late events are there; absent once settled, and where nobody knows yet. */
  about?: Of<number>;
}

type Dated = Pick<Claim, "cutoff" | keyof HorizonFields>;

/** The moment from which a claim can be judged. */
export const judgedFrom = (claim: Dated): EpochSeconds => horizonEnd(claim);

/** The moment from which its events are not counted again. */
const settledFrom = (claim: Dated): EpochSeconds => horizonEnd(claim) + usualSeconds(horizonOf(claim));

export const claimKeyOf = ({ scope_id, outcome_id, cutoff, model }: ClaimKey): string =>
  JSON.stringify([scope_id, outcome_id, cutoff, model]);

/** Facts of a build of a pipeline about one of its predictions. */
export interface ClaimingBuild {
  scope_id: string;
  outcome_id: string;
  /** Cutoff of its scores, and the moment through which it has counted. */
  data_through: EpochSeconds;
  history: PerformanceHistory;
  /** Hash of the definition in the history. */
  definition: string;
  scored: ScoredOutcome | undefined;
  subject: ClaimSubject;
}

/** Claims that a build makes or judges, given those of its prediction that are known. The others stay as they are. */
export const claimsOfBuild = (known: readonly Claim[], build: ClaimingBuild, now: EpochMs): Claim[] => {
  const { scope_id, outcome_id, history, data_through } = build;
  const byKey = new Map(known.map((claim) => [claimKeyOf(claim), claim]));
  const growth = lateGrowth(known, build);
  const knownOf = (scores: Pick<ClaimKey, "cutoff" | "model">) =>
    byKey.get(claimKeyOf({ scope_id, outcome_id, cutoff: scores.cutoff, model: scores.model }));
  const made = history.waiting
    .filter((snapshot) => snapshot.cutoff === data_through && !knownOf(snapshot))
    .map((snapshot) => claimOf(snapshot, build));
  const judged = history.observed.flatMap((observed) => {
    const claim = knownOf(observed);
    const judged = judgedClaim(claim ?? claimOfObserved(observed, build), observed, data_through, now);
    const after = awaitingLate(judged, growth, data_through);
    return after === claim ? [] : [after];
  });
  const kept = new Set([...history.waiting, ...history.observed].map(knownOf));
  const lost = known.filter((claim) => claim.verdict === "open" && !kept.has(claim));
  return [
    ...made,
    ...judged,
    ...lost.map((claim) =>
      voidClaim(claim, claim.definition === build.definition ? "scores_lost" : "definition_changed"),
    ),
  ];
};

const claimOf = (snapshot: ScoreSnapshot, build: ClaimingBuild): Claim => {
  const { expected, expected_interval, value } = build.scored ?? {};
  return {
    ...keyedBy(snapshot, build),
    people: snapshot.people,
    figures: {
      ...(expected !== undefined && expected_interval && { people: { expected, ...expected_interval } }),
      ...Object.fromEntries(
        valueMeasures.flatMap((measure) => {
          const sum = value?.[measure];
          return sum ? [[measure, { expected: sum.expected, ...sum.interval }]] : [];
        }),
      ),
      ...(snapshot.auc && { auc: snapshot.auc }),
    },
    verdict: "open",
  };
};

/** Claim of scores from before claims were kept: as far as its judgement repeats it. */
const claimOfObserved = (observed: ObservedPerformance, build: ClaimingBuild): Claim => ({
  ...keyedBy(observed, build),
  people: observed.people + observed.left_out,
  figures: Object.fromEntries(
    Object.entries(judgedFigures({}, observed)).map(([measure, { expected, low, high }]) => [
      measure,
      { expected, low, high },
    ]),
  ),
  verdict: "open",
});

const keyedBy = (
  { cutoff, model, horizon_days, ...horizon }: Pick<ScoreSnapshot, "cutoff" | "model" | keyof HorizonFields>,
  { scope_id, outcome_id, definition, subject }: ClaimingBuild,
): Omit<Claim, "people" | "figures" | "verdict"> => ({
  scope_id,
  outcome_id,
  cutoff,
  model,
  horizon_days,
  ...calendarFieldsOf(horizon),
  definition,
  ...subject,
});

/** The claim with its judgement; the same claim before its day, and where nothing has changed. */
export const judgedClaim = (
  claim: Claim,
  observed: ObservedPerformance,
  dataThrough: EpochSeconds,
  now: EpochMs,
): Claim => {
  if (dataThrough < judgedFrom(claim) || claim.verdict === "void") return claim;
  if (observed.people === 0) return claim.judgement ? claim : voidClaim(claim, "nobody_left");
  const figures = judgedFigures(claim.figures, observed);
  const { people, left_out, challengers } = observed;
  const before = claim.judgement;
  if (before && isSame(before, { people, left_out, figures })) return claim;
  const judgement: Judgement = {
    people,
    left_out,
    figures,
    ...(challengers && { challengers }),
    judged_at: before?.judged_at ?? now,
    restated: before ? before.restated + 1 : 0,
    ...(before && { restated_at: now }),
    first: before?.first ?? observedIn(figures),
  };
  return { ...claim, verdict: overall(figures), judgement };
};

/** Measures that are counted; the AUC is not. */
const countedMeasures: readonly ClaimMeasure[] = ["people", ...valueMeasures];

/**
 * By how much late events changed the numbers of claims by the same definition, from the first judgement until
 * they were settled: a factor of the newest eight together, and none below three.
 */
const lateGrowth = (
  known: readonly Claim[],
  { definition, data_through }: Pick<ClaimingBuild, "definition" | "data_through">,
): Of<number> => {
  const settled = known
    .filter((claim) => claim.definition === definition && data_through >= settledFrom(claim))
    .flatMap(({ cutoff, judgement }) => (judgement ? [{ cutoff, judgement }] : []))
    .sort((a, b) => b.cutoff - a.cutoff)
    .slice(0, mostJudged);
  if (settled.length < leastJudged) return {};
  const growth: Of<number> = {};
  for (const measure of countedMeasures) {
    let [first, last] = [0, 0];
    for (const { judgement } of settled) {
      const observed = judgement.figures[measure]?.observed;
      const before = judgement.first[measure];
      if (observed === undefined || before === undefined) continue;
      first += before;
      last += observed;
    }
    if (first > 0 && last > 0) growth[measure] = last / first;
  }
  return growth;
};

/** The claim with what its numbers will come to, or without once it is settled; the same claim where that is no news. */
const awaitingLate = (claim: Claim, growth: Of<number>, dataThrough: EpochSeconds): Claim => {
  if (!claim.judgement || claim.verdict === "void") return claim;
  const { about: before, ...judgement } = claim.judgement;
  const about = dataThrough < settledFrom(claim) ? aboutOf(judgement, growth) : {};
  if (JSON.stringify(before ?? {}) === JSON.stringify(about)) return claim;
  return { ...claim, judgement: { ...judgement, ...(Object.keys(about).length > 0 && { about }) } };
};

/** What came since the first judgement is part of the growth, so that a number never grows twice. */
const aboutOf = ({ figures, first }: Judgement, growth: Of<number>): Of<number> => {
  const about: Of<number> = {};
  for (const measure of countedMeasures) {
    const [observed, before, factor] = [figures[measure]?.observed, first[measure], growth[measure]];
    if (observed === undefined || before === undefined || factor === undefined) continue;
    about[measure] = factor > 1 ? Math.max(observed, before * factor) : Math.min(observed, before * factor);
  }
  return about;
};

type Counted = Pick<Judgement, "people" | "left_out" | "figures">;

const isSame = (a: Counted, b: Counted): boolean => {
  const text = ({ people, left_out, figures }: Counted) =>
    JSON.stringify([people, left_out, claimMeasures.map((measure) => figures[measure]?.observed)]);
  return text(a) === text(b);
};

const observedIn = (figures: Of<JudgedFigure>): Of<number> =>
  Object.fromEntries(Object.entries(figures).map(([measure, { observed }]) => [measure, observed]));

/**
 * People and sums as expected of those who can be judged: who was deleted or merged since cannot attain, and
 * their share of the claim goes with them.
 */
const judgedFigures = (claimed: Of<ClaimedFigure>, observed: ObservedPerformance): Of<JudgedFigure> => {
  const figures: Of<JudgedFigure> = {
    people: judgedFigure({
      expected: observed.expected,
      ...observed.expected_interval,
      observed: observed.attained,
    }),
  };
  for (const measure of valueMeasures) {
    const sum = observed.values?.[measure];
    if (sum)
      figures[measure] = judgedFigure({
        expected: sum.expected,
        ...sum.expected_interval,
        observed: sum.observed,
      });
  }
  if (claimed.auc && observed.ranking) figures.auc = judgedAuc(claimed.auc, observed.ranking);
  return figures;
};

const judgedFigure = (figure: Omit<JudgedFigure, "verdict">): JudgedFigure => {
  const { observed, low, high } = figure;
  return { ...figure, verdict: observed >= low && observed <= high ? "held" : "broken" };
};

/** A ranking is broken if it is worse than claimed by more than chance: the interval of what came is below that of the claim. */
const judgedAuc = (
  claimed: ClaimedFigure,
  { auc, interval }: NonNullable<ObservedPerformance["ranking"]>,
): JudgedFigure => ({
  ...claimed,
  observed: auc,
  observed_interval: interval,
  verdict: interval.high < claimed.low ? "broken" : "held",
});

const overall = (figures: Of<JudgedFigure>): "held" | "broken" =>
  Object.values(figures).some(({ verdict }) => verdict === "broken") ? "broken" : "held";

/** An open claim that nobody can judge any more; any other stays as it is. */
export const voidClaim = (claim: Claim, void_reason: VoidReason): Claim =>
  claim.verdict === "open" ? { ...claim, verdict: "void", void_reason } : claim;

export interface ClaimTally {
  made: number;
  open: number;
  /** Held and broken. */
  judged: number;
  held: number;
  broken: number;
  void: number;
  /** When the next open claim can be judged; null: none is open. */
  next_judged_from: EpochSeconds | null;
  /** Of judged claims beside the rule, see `challenger.ts`. */
  against_rule: Record<ChallengeVerdict, number>;
}

export const tallyOf = (claims: readonly Claim[]): ClaimTally => {
  const of = (wanted: ClaimVerdict) => claims.filter(({ verdict }) => verdict === wanted);
  const [open, held, broken] = [of("open"), of("held").length, of("broken").length];
  return {
    made: claims.length,
    open: open.length,
    judged: held + broken,
    held,
    broken,
    void: of("void").length,
    next_judged_from: open.length === 0 ? null : Math.min(...open.map(judgedFrom)),
    against_rule: tallyAgainst("rule", claims),
  };
};

const tallyAgainst = (role: ChallengerRole, claims: readonly Claim[]): Record<ChallengeVerdict, number> => {
  const tally = { better: 0, level: 0, worse: 0 };
  for (const { judgement } of claims)
    for (const challenger of judgement?.challengers ?? [])
      if (challenger.role === role) tally[challengeVerdict(challenger)]++;
  return tally;
};

/** A claim as it is shown: its measures in a row, and moments in milliseconds. */
export const shownClaim = ({ figures, judgement, cutoff, ...claim }: Claim) => ({
  ...claim,
  judgement,
  cutoff: 1000 * cutoff,
  judged_from: 1000 * judgedFrom({ cutoff, ...claim }),
  measures: claimMeasures.flatMap((measure) => {
    const claimed = figures[measure];
    if (!claimed) return [];
    const judged = judgement?.figures[measure];
    return [
      {
        measure,
        expected: claimed.expected,
        expected_low: claimed.low,
        expected_high: claimed.high,
        judged_expected: judged?.expected,
        judged_low: judged?.low,
        judged_high: judged?.high,
        observed: judged?.observed,
        observed_low: judged?.observed_interval?.low,
        observed_high: judged?.observed_interval?.high,
        first_observed: judgement?.first[measure],
        about: judgement?.about?.[measure],
        verdict: judged?.verdict,
      },
    ];
  }),
  challengers: (judgement?.challengers ?? []).map((challenger) => ({
    role: challenger.role,
    name: challenger.name,
    expected: challenger.expected,
    auc: challenger.auc,
    gain: challenger.gain.value,
    gain_low: challenger.gain.low,
    gain_high: challenger.gain.high,
    verdict: challengeVerdict(challenger),
  })),
});

/** Counts as they are shown: with moments in milliseconds. */
export const shownTally = ({ next_judged_from: next, ...counts }: ClaimTally) => ({
  ...counts,
  ...(next !== null && { next_judged_from: 1000 * next }),
});

/** Judged claims of a prediction of which more are broken than chance would explain. */
export interface BrokenClaims {
  judged: number;
  broken: number;
}

const leastJudged = 3;
const mostJudged = 8;

/**
 * Whether the numbers of people that a prediction claims cannot be trusted: of the newest eight claims by its
 * present definition, more are outside their 95 % interval than one time in twenty by chance. Claims whose
 * horizons overlap share what happened in them, so only those are counted that begin after the one before has
 * ended. Null where not, and below three claims.
 */
export const brokenClaims = (claims: readonly Claim[]): BrokenClaims | null => {
  const byTime = [...claims].sort((a, b) => b.cutoff - a.cutoff);
  const definition = byTime[0]?.definition;
  const counted: JudgedFigure[] = [];
  let from = Infinity;
  for (const claim of byTime) {
    const people = claim.judgement?.figures.people;
    if (!people || claim.definition !== definition || judgedFrom(claim) > from) continue;
    if (counted.length === mostJudged) break;
    counted.push(people);
    from = claim.cutoff;
  }
  const judged = counted.length;
  const broken = counted.filter(({ verdict }) => verdict === "broken").length;
  return judged >= leastJudged && chanceOf(broken, judged) < 0.05 ? { judged, broken } : null;
};

/** Probability that at least so many of independent 95 % intervals miss by chance. */
const chanceOf = (misses: number, intervals: number): number => {
  let [term, below] = [0.95 ** intervals, 0];
  for (let k = 0; k < misses; k++) {
    below += term;
    term *= ((intervals - k) / (k + 1)) * (0.05 / 0.95);
  }
  return 1 - below;
};
