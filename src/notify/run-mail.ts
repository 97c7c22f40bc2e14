// Mail about a run: one for all builds that a change caused, once nothing of the account is queued or
// running. It is written in the transaction that ends the run, together with what it said, so a kill before
// or after makes no second one.
//
// The first result of a configuration and a failure are mailed when their run ends. Results that only follow
// new data are mailed if the reader's decision would change, and at most once a day: until then they are
// kept.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { unusualFile } from "../domain/data/ledger.js";
import { shownName } from "../domain/data/stream.js";
import type { ResultOf } from "../domain/kinds/kinds.js";
import { judgedVerdict, judgedWarnings } from "../domain/outcome/judgement.js";
import { brokenClaims } from "../domain/pipeline/claim.js";
import type { ScoredOutcome } from "../domain/pipeline/scope.js";
import { type EpochMs, msPerDay, type ResourceType } from "../domain/resource/resource.js";
import { type Account, findAccount } from "../store/accounts.js";
import { listClaims } from "../store/claims.js";
import {
  forgetUnmailed,
  isAtRest,
  mailedOf,
  markMailed,
  markSummarised,
  type UnmailedBuild,
  unmailedBuilds,
} from "../store/mailed-builds.js";
import { findResources, listResources, type Resource } from "../store/resources.js";
import { goalWords } from "../words/prediction.js";
import { type MailRules, mailOwner } from "./announce.js";
import { htmlOf, textOf } from "./mail-page.js";
import { type Goal, type Run, runPage } from "./run-message.js";

export interface RunMailRules extends MailRules {
  /** Null: not configured; mails then name the page instead of a link. */
  publicUrl: string | null;
}

/**
 * In a transaction that has locked the account: writes the mail of the run that has ended, if there is one
 * and it is due.
 */
export const settleRun = async (
  db: Kysely<Database>,
  rules: RunMailRules,
  accountId: string,
  now: EpochMs,
): Promise<void> => {
  const unmailed = await unmailedBuilds(db, accountId);
  if (unmailed.length === 0 || !(await isAtRest(db, accountId))) return;
  const account = await findAccount(db, accountId);
  const news = account && (await newsOf(db, account, unmailed));
  if (account && news && !news.isUrgent && !news.isEmpty && isTooSoon(account, now)) return;
  if (account && news && !news.isEmpty) await write(db, rules, account, news, now);
  await forgetUnmailed(db, accountId);
};

/** A clock that was moved back holds nothing up. */
const isTooSoon = ({ summarisedAt }: Account, now: EpochMs): boolean =>
  summarisedAt !== null && now >= summarisedAt && now < summarisedAt + msPerDay;

type Prediction = Run["predictions"][number];

interface RunNews extends Omit<Run, "publicUrl" | "dataThrough" | "now"> {
  isUrgent: boolean;
  isEmpty: boolean;
}

/** Null if the owner wants no mail about runs. */
const newsOf = async (
  db: Kysely<Database>,
  { id, email, emails, summarisedAt }: Account,
  unmailed: readonly UnmailedBuild[],
): Promise<RunNews | null> => {
  if (!email || emails.builds === "none" || emails.builds === "each_resource") return null;
  const ids = unmailed.map(({ resourceId }) => resourceId);
  const built = (await findResources(db, id, ids)).filter(({ archivedAt }) => archivedAt === null);
  const awaited = new Set(unmailed.filter(({ isAwaited }) => isAwaited).map(({ resourceId }) => resourceId));
  const failed = built.filter((each) => each.status === "error" && awaited.has(each.id));
  const ready = emails.builds === "errors" ? [] : built.filter(({ status }) => status === "ready");
  const predictions = await newPredictions(db, id, ready, awaited);
  const others = ready.filter((each) => awaited.has(each.id) && isWaitedFor(each));
  const unusual = await withNewUnusualFile(
    db,
    ready.filter((each) => !awaited.has(each.id)),
  );
  return {
    predictions,
    judged: emails.builds === "errors" ? [] : await listClaims(db, id, { judgedAfter: summarisedAt ?? 0 }),
    failed,
    others: [...others, ...unusual],
    isEmpty: predictions.length + failed.length + others.length + unusual.length === 0,
    isUrgent:
      failed.length + others.length > 0 || ready.some((each) => awaited.has(each.id) && ofPredictions(each)),
  };
};

const ofPredictions = ({ type }: Resource): boolean => type === "outcomes" || type === "scopes";

/** Types that are built with a dataset, and that nobody asks for. */
const besides: readonly ResourceType[] = ["people", "traits", "streams"];

const isWaitedFor = (resource: Resource): boolean =>
  !ofPredictions(resource) && !besides.includes(resource.type) && !isPreview(resource);

const isPreview = ({ type, config }: Resource): boolean =>
  type === "datasets" && (config as Resource<"datasets">["config"]).preview === true;

/**
 * Predictions that were built or scored: those that were awaited for, and those of which something else is to
 * be said. Pipelines that were changed, such as by a hold-out, are no news while their figures stay.
 */
const newPredictions = async (
  db: Kysely<Database>,
  accountId: string,
  ready: readonly Resource[],
  awaited: ReadonlySet<string>,
): Promise<Prediction[]> => {
  const scopes = ready.filter((each): each is Resource<"scopes"> => each.type === "scopes");
  const scored = scopes.flatMap((scope) => scope.config.payload.outcome_ids);
  const built = ready.filter(({ type }) => type === "outcomes").map(({ id }) => id);
  const predictions = await predictionsOf(db, accountId, [...new Set([...built, ...scored])]);
  const changed: Prediction[] = [];
  for (const each of predictions)
    if (awaited.has(each.outcome.id) || (await hasChanged(db, each))) changed.push(each);
  return changed;
};

const predictionsOf = async (
  db: Kysely<Database>,
  accountId: string,
  ids: readonly string[],
): Promise<Prediction[]> => {
  if (ids.length === 0) return [];
  const outcomes = await listResources(db, accountId, "outcomes", ids);
  const scopes = await listResources(db, accountId, "scopes");
  const cohorts = await listResources(db, accountId, "cohorts");
  const streams = await listResources(db, accountId, "streams");
  const claims = await listClaims(db, accountId, { outcomeIds: ids });
  const streamNames = Object.fromEntries(streams.map((stream) => [stream.name, shownName(stream)]));
  return outcomes
    .filter(({ result, archivedAt, status }) => result !== null && archivedAt === null && status === "ready")
    .map((outcome) => ({
      outcome,
      scored: largestOf(scopes, outcome.id)?.scored ?? null,
      goal: goalOf(outcome, cohorts, streamNames),
      broken: brokenClaims(claims.filter(({ outcome_id }) => outcome_id === outcome.id)),
    }));
};

const goalOf = (
  { config, result }: Resource<"outcomes">,
  cohorts: readonly Resource<"cohorts">[],
  streamNames: Record<string, string>,
): Goal | undefined => {
  const attainment = cohorts.find(({ id }) => id === config.attainment_cohort_id);
  const eligible = cohorts.find(({ id }) => id === config.eligible_cohort_id);
  const active = cohorts.find(({ id }) => id === config.active_cohort_id);
  if (!attainment) return undefined;
  const words = goalWords({
    attainment: attainment.config,
    eligible: eligible?.config ?? null,
    names: { attainment: `“${attainment.name}”`, eligible: eligible?.name ?? null, active: active?.name },
    recurring: config.recurring ?? false,
    streamNames,
    horizonDays: null,
    isStatic: result?.mode === "static",
  });
  return { name: attainment.name, words };
};

/** The pipeline that scores the most people for the outcome, with its figures. */
export const largestOf = (
  scopes: readonly Resource<"scopes">[],
  outcomeId: string,
): { scope: Resource<"scopes">; scored: ScoredOutcome } | undefined =>
  scopes
    .flatMap((scope) => {
      const scored = scope.archivedAt === null ? scope.result?.outcomes[outcomeId] : undefined;
      return scored ? [{ scope, scored }] : [];
    })
    .sort((a, b) => b.scored.scored - a.scored.scored)[0];

/** Values by which a reader decides, as the last mail said them. */
interface Mailed {
  verdict?: string;
  expected?: number;
  low?: number;
  high?: number;
  warnings?: string[];
  /** Of a dataset. */
  unusualArrival?: EpochMs;
}

const factsOf = ({ outcome, scored, broken }: Prediction): Mailed => {
  const result = outcome.result!;
  const verdict = judgedVerdict(result, broken);
  return {
    verdict: `${verdict?.code} ${verdict?.decision}`,
    warnings: judgedWarnings(result).map(({ kind, about }) => `${kind} ${about}`),
    ...(scored && { expected: scored.expected }),
    ...(scored?.expected_interval && scored.expected_interval),
  };
};

/** When the newest file arrived that is unusual beside those before; undefined where none is. */
const unusualArrival = ({ type, result }: Resource): EpochMs | undefined => {
  const streams = type === "datasets" ? (result as ResultOf<"datasets"> | null)?.streams : undefined;
  const found = Object.values(streams ?? {}).map(({ files = [] }) => unusualFile(files)?.newest.arrived_at);
  return found.find((arrival) => arrival !== undefined);
};

/** Datasets whose newest file is unusual, which no mail has said. */
const withNewUnusualFile = async (db: Kysely<Database>, ready: readonly Resource[]): Promise<Resource[]> => {
  const found: Resource[] = [];
  for (const each of ready) {
    const arrival = isPreview(each) ? undefined : unusualArrival(each);
    if (arrival !== undefined && (await mailedOf<Mailed>(db, each.id))?.unusualArrival !== arrival)
      found.push(each);
  }
  return found;
};

/** Another verdict, a new warning, or an expected number outside the interval that was mailed. */
const hasChanged = async (db: Kysely<Database>, prediction: Prediction): Promise<boolean> => {
  const before = await mailedOf<Mailed>(db, prediction.outcome.id);
  const now = factsOf(prediction);
  if (before?.verdict !== now.verdict) return true;
  if (now.warnings?.some((warning) => !before?.warnings?.includes(warning))) return true;
  return isOutside(now.expected, before);
};

/** Without an interval: a tenth more or less. */
const isOutside = (expected: number | undefined, { expected: last, low, high }: Mailed = {}): boolean => {
  if (expected === undefined) return false;
  if (last === undefined) return true;
  return expected < (low ?? 0.9 * last) || expected > (high ?? 1.1 * last);
};

const write = async (
  db: Kysely<Database>,
  rules: RunMailRules,
  account: Account,
  { predictions, judged, failed, others }: RunNews,
  now: EpochMs,
): Promise<void> => {
  const [everyone] = await listResources(db, account.id, "people");
  const end = everyone?.result?.data_through;
  const dataThrough = end == null ? undefined : 1000 * end;
  const page = runPage({ predictions, judged, failed, others, dataThrough, now, publicUrl: rules.publicUrl });
  const letter = { subject: page.subject, body: textOf(page), html: htmlOf(page) };
  await mailOwner(db, rules, account, letter, now);
  for (const each of predictions) await markMailed(db, each.outcome.id, factsOf(each));
  for (const each of others) {
    const arrival = unusualArrival(each);
    if (arrival !== undefined) await markMailed(db, each.id, { unusualArrival: arrival });
  }
  await markSummarised(db, account.id, now);
};
