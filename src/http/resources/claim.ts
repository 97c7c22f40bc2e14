// Claims on the way out, as JSON and as rows of a file.

import { challengerRoles } from "../../domain/pipeline/challenger.js";
import {
  type Claim,
  type ClaimTally,
  claimMeasures,
  judgedFrom,
  shownClaim,
  shownTally,
} from "../../domain/pipeline/claim.js";
import type { RecordedClaim } from "../../store/claims.js";
import { claimCountsSentence, claimSentence } from "../../words/claims.js";
import { present } from "../json.js";
import { isoMs, isoSeconds } from "./record.js";

export const renderClaim = (claim: RecordedClaim) => {
  const { judgement, measures, challengers, cutoff, judged_from, definition, model, ...shown } =
    shownClaim(claim);
  return present({
    id: claim.id,
    ...shown,
    cutoff: isoMs(cutoff),
    judged_from: isoMs(judged_from),
    measures: measures.map(present),
    challengers: challengers.map(present),
    judged_people: judgement?.people,
    left_out_count: judgement?.left_out,
    judged_at: isoMs(judgement?.judged_at),
    restated_count: judgement?.restated,
    restated_at: isoMs(judgement?.restated_at),
    sentence: sentenceOf(claim),
  });
};

const sentenceOf = (claim: Claim): string => claimSentence(shownClaim(claim));

export const renderTally = (tally: ClaimTally) =>
  present({
    ...tally,
    next_judged_from: isoSeconds(tally.next_judged_from),
    sentence: claimCountsSentence(shownTally(tally)),
  });

const challenged = ["name", "expected", "auc", "gain", "verdict"] as const;
const figures = ["expected", "low", "high", "observed", "verdict"] as const;

export const claimColumns = [
  ...[
    "scope_id",
    "scope_name",
    "outcome_id",
    "outcome_name",
    "goal",
    "cutoff",
    "horizon_days",
    "judged_from",
  ],
  ...["people", "judged_people", "left_out", "currency", "verdict", "void_reason"],
  ...claimMeasures.flatMap((measure) => figures.map((figure) => `${measure}_${figure}`)),
  ...["judged_at", "restated", "restated_at", "people_first_observed"],
  ...challengerRoles.flatMap((role) => challenged.map((figure) => `${role}_${figure}`)),
  "sentence",
];

/** In the order of `claimColumns`. Bounds are those that what came is compared with. */
export const claimRow = (claim: Claim): (string | number | null | undefined)[] => {
  const { judgement, challengers } = shownClaim(claim);
  return [
    ...[claim.scope_id, claim.scope_name, claim.outcome_id, claim.outcome_name, claim.goal],
    ...[isoSeconds(claim.cutoff), claim.horizon_days, isoSeconds(judgedFrom(claim))],
    ...[
      claim.people,
      judgement?.people,
      judgement?.left_out,
      claim.currency,
      claim.verdict,
      claim.void_reason,
    ],
    ...claimMeasures.flatMap((measure) => {
      const judged = judgement?.figures[measure];
      const { expected, low, high } = judged ?? claim.figures[measure] ?? {};
      return [expected, low, high, judged?.observed, judged?.verdict];
    }),
    ...[isoMs(judgement?.judged_at), judgement?.restated, isoMs(judgement?.restated_at)],
    judgement?.first.people,
    ...challengerRoles.flatMap((role) => {
      const challenger = challengers.find((each) => each.role === role);
      return challenged.map((figure) => challenger?.[figure]);
    }),
    sentenceOf(claim),
  ];
};
