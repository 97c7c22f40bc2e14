// A trigger is judged at each build of its pipeline or cohort, and remembers people from its last result. So
// news are made once: a result and its messages are recorded in one transaction, and a step that is repeated
// begins with the result that is recorded.

import type { CohortConfig } from "../../domain/cohort/cohort.js";
import { shownName } from "../../domain/data/stream.js";
import { identifiersShown, watchedCondition, watchedScores } from "../../domain/target/trigger-condition.js";
import { refuse } from "../../errors/refusal.js";
import { runOf } from "../../store/runs.js";
import { forgetJudged, listJudged } from "../../store/trigger-judgement.js";
import { triggerFiles } from "../../warehouse/relations.js";
import { cohortSentence } from "../../words/cohort.js";
import { type Account, Hopeless } from "../kind/account.js";
import { digest } from "../kind/digest.js";
import type { Kind } from "../kind/kind.js";
import {
  type BuiltResource,
  type DataDirectory,
  dirOf,
  fingerprintsOf,
  type RecordedResource,
} from "../kind/recorded.js";
import type { RememberedPeople, TriggerInput, WatchedSubject } from "./input.js";

export const triggers: Kind<"triggers", TriggerInput> = {
  version: 1,
  continuesFrom: (file) => Object.values(triggerFiles("")).includes(file),
  read: (trigger, account) => {
    const { config } = trigger;
    const people = account.people();
    const subject = subjectOf(trigger, account);
    const when = watchedCondition(config);
    return {
      from: {
        when,
        quiet: config.quiet_hours,
        identifiers: identifiersShown(config),
        people: [people.fingerprint],
        watched: fingerprintsOf([subject.watched, ...subject.besides]),
        ...(subject.lasting && { lasting: subject.lasting.fingerprint }),
        said: subject.said,
      },
      input: (data) => ({
        config,
        condition: digest(when),
        subject: subject.input(data),
        account: account.snapshot(data),
        previous: remembered(trigger, data),
      }),
    };
  },
  fromStore: async (trx, { id, accountId }, input) => {
    const judged = await listJudged(trx, id);
    if (judged.length === 0) return input;
    // Whatever came by then is a file, and belongs to this run.
    const through = ((await runOf(trx, accountId)).until ?? Number.POSITIVE_INFINITY) - longestToFileMs;
    const live = judged.map((each) => ({ ...each, isAhead: each.isAhead && each.judgedAt > through }));
    return { ...input, live };
  },
  recorded: ({ news: _, ...result }) => result,
  afterBuild: (trx, { id, result }) => forgetJudged(trx, id, result.news?.settledIds ?? []),
};

/** An event is a file of its dataset after seconds, or minutes where its node has died. */
const longestToFileMs = 10 * 60_000;

interface Subject {
  watched: BuiltResource<"scopes"> | BuiltResource<"cohorts">;
  /** Built resources whose files the words are made from. */
  besides: BuiltResource<"outcomes">[];
  /** The account's lasting hold-out, of a cohort; the scores of a pipeline have its people. */
  lasting?: BuiltResource<"holdouts">;
  /** What the messages say of it. */
  said: string[];
  input(data: DataDirectory): WatchedSubject;
}

const subjectOf = ({ config }: RecordedResource<"triggers">, account: Account): Subject => {
  const scores = watchedScores(config);
  if (scores) return scoresOf(account.fresh("scopes", scores.scope_id), scores.outcome_id, account);
  const cohort = account.fresh("cohorts", config.when.cohort!.cohort_id);
  const [lasting] = account.ofType("holdouts").map(({ id }) => account.fresh("holdouts", id));
  const sentence = sentenceOf(cohort.config, {
    streams: account.ofType("streams"),
    traits: account.ofType("traits"),
    places: account.ofType("places"),
    atlases: account.ofType("atlases"),
  });
  return {
    watched: cohort,
    besides: [],
    ...(lasting && { lasting }),
    said: [cohort.name, sentence],
    input: (data) => ({
      of: "members",
      dir: dirOf(cohort, data),
      name: cohort.name,
      sentence,
      ...(lasting && { lastingDir: dirOf(lasting, data) }),
    }),
  };
};

const scoresOf = (scope: BuiltResource<"scopes">, outcomeId: string, account: Account): Subject => {
  const place = scope.config.payload.outcome_ids.indexOf(outcomeId);
  if (place < 0) {
    const outcomes = scope.config.payload.outcome_ids.join(", ") || "none";
    throw new Hopeless(
      refuse("outcome-not-in-payload", { field: "outcome_id", id: outcomeId, outcomes }).message,
    );
  }
  const outcome = account.fresh("outcomes", outcomeId);
  const { id, name } = outcome;
  return {
    watched: scope,
    besides: [outcome],
    said: [name],
    input: (data) => ({
      of: "scores",
      dir: dirOf(scope, data),
      result: scope.result,
      place,
      outcome: { id, name, dir: dirOf(outcome, data) },
    }),
  };
};

type Named<T extends "streams" | "traits" | "places" | "atlases"> = readonly Pick<
  RecordedResource<T>,
  "id" | "name" | "config" | "archivedAt"
>[];

/** A cohort in the words of its account. */
export const sentenceOf = (
  config: CohortConfig,
  {
    streams,
    traits,
    places,
    atlases,
  }: {
    streams: Named<"streams">;
    traits: Named<"traits">;
    places: Named<"places">;
    atlases: Named<"atlases">;
  },
): string =>
  cohortSentence(config, {
    stream: (name) => {
      const stream = streams.find((each) => each.name === name);
      return stream && shownName(stream);
    },
    trait: (name) => traits.find((trait) => trait.name === name)?.config.literate,
    place: (id) => places.find((place) => place.id === id && place.archivedAt === null)?.name,
    atlas: (id) => atlases.find((atlas) => atlas.id === id && atlas.archivedAt === null)?.name,
  });

/** Null: nothing is remembered, or its file is damaged. */
const remembered = (
  { result, resultDir, damagedFiles }: RecordedResource<"triggers">,
  data: DataDirectory,
): RememberedPeople | null => {
  if (!result || resultDir === null) return null;
  const { state, reported } = triggerFiles("");
  if (damagedFiles.includes(state)) return null;
  return { dir: dirOf({ resultDir }, data), result, isReportedIntact: !damagedFiles.includes(reported) };
};
