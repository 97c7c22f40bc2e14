// Suggestions: which predictions the account's streams can answer, and the creation of any of them in one
// request, with cohorts and pipeline. What exists already with the same definition is used.

import { isDeepStrictEqual } from "node:util";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { shownName } from "../../domain/data/stream.js";
import type { OutcomeConfig } from "../../domain/outcome/outcome.js";
import {
  type CountedSuggestion,
  datedHorizons,
  isLearnable,
  isRecurring,
  type SuggestedCohorts,
  type Suggestion,
  spentStream,
  suggestedCohorts,
} from "../../domain/proposal/suggestion.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { EpochMs, ResourceType } from "../../domain/resource/resource.js";
import { unknownName } from "../../domain/resource/unknown-name.js";
import { refuse, type ValidationError } from "../../errors/refusal.js";
import { listResources, type Resource } from "../../store/resources.js";
import {
  suggestedCohortNames,
  suggestionDone,
  suggestionName,
  suggestionQuestion,
} from "../../words/suggestion.js";
import { change } from "../change.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { isoSeconds } from "../resources/record.js";
import { createdPrediction, suggestion, suggestionsPost } from "../schemas/suggestion.js";
import { cohortKind } from "./cohorts.js";
import { outcomeKind } from "./outcomes.js";
import { inspectionErrors } from "./people.js";
import { createResource } from "./resource.js";
import { scopeKind } from "./scopes.js";

interface Chosen {
  id: string;
  dates?: boolean;
  horizon_days?: number;
  value?: boolean;
}

export const suggestionRoutes = (app: FastifyInstance, options: AppOptions): void => {
  app.get(
    "/suggestions",
    {
      config: { permission: "look" },
      schema: {
        summary: "List suggested predictions",
        description:
          "Predictions that the account's streams can answer, with the number of people and how often each came true in the past. Nothing is stored.",
        tags: ["suggestions"],
        refuses: inspectionErrors,
        response: { 200: Type.Array(suggestion) },
      },
    },
    async ({ account }) => {
      const counted = await options.inspect(account.id, "suggestions", null);
      const named = await readNamed(options.db.kysely, account.id);
      return counted.map((each) => render(each, named));
    },
  );

  app.post<{ Body: { suggestions: Chosen[] } }>(
    "/suggestions",
    {
      schema: {
        operationId: "createSuggestions",
        summary: "Create suggested predictions",
        description:
          "Creates the outcome of each suggestion, with its cohorts and an enabled pipeline that scores everyone in its population. Existing resources with the " +
          "same definition are used. All of them are created, or none.",
        tags: ["suggestions"],
        refuses: [...inspectionErrors, "suggestion-unknown", "suggestion-unlearnable", "answers-unlearnable"],
        body: suggestionsPost,
        response: { 201: Type.Array(createdPrediction) },
      },
    },
    async (request, reply) => {
      const accountId = request.account.id;
      const counted = await options.inspect(accountId, "suggestions", null);
      const wanted = request.body.suggestions.map((chosen, i) => wantedOf(chosen, i, counted));
      const created = await change(options, accountId, async (trx, now) => {
        const made = [];
        for (const each of wanted)
          made.push(await createPrediction(trx, request as FastifyRequest, each, now));
        return made;
      });
      return reply.code(201).send(created);
    },
  );
};

interface Wanted {
  suggestion: Suggestion;
  /** A likeness has none. */
  days: number;
  /** Expected amounts too, where the goal has them. */
  withValue: boolean;
  /** Further horizons with dates, where the goal has amounts; empty: none. */
  horizons: number[];
}

/**
 * Refuses `suggestion-unknown`, and `suggestion-unlearnable` where no horizon is proposed and none is given,
 * or where a likeness has too few people to learn from.
 */
const wantedOf = (
  { id, horizon_days, value: withValue = false, dates = false }: Chosen,
  index: number,
  counted: readonly CountedSuggestion[],
): Wanted => {
  const found = counted.find((each) => each.id === id);
  if (!found) throw refuse("suggestion-unknown", { id }, [unknownId(id, index, counted)]);
  const { people: _, horizons: rates, proposedDays, answers: ___, ...suggested } = found;
  if (suggested.kind === "resembles") {
    if (!isLearnable(found)) throw refuse("answers-unlearnable", { id });
    return { suggestion: suggested, days: 0, withValue, horizons: [] };
  }
  const days = horizon_days ?? proposedDays;
  if (days === null) throw refuse("suggestion-unlearnable", { id });
  return { suggestion: suggested, days, withValue, horizons: dates ? datedHorizons(rates, days) : [] };
};

const unknownId = (id: string, index: number, counted: readonly CountedSuggestion[]): ValidationError => {
  const known = counted.map((each) => each.id);
  return unknownName(`suggestions.${index}.id`, id, "suggestion", known);
};

interface Named {
  outcomes: readonly Resource<"outcomes">[];
  cohorts: readonly Resource<"cohorts">[];
  streamNames: Record<string, string>;
  /** Machine names of streams whose events have values. */
  valued: ReadonlySet<string>;
}

const readNamed = async (db: Kysely<Database>, accountId: string): Promise<Named> => {
  const streams = await listResources(db, accountId, "streams");
  return {
    outcomes: await listResources(db, accountId, "outcomes"),
    cohorts: await listResources(db, accountId, "cohorts"),
    streamNames: Object.fromEntries(streams.map((stream) => [stream.name, shownName(stream)])),
    valued: new Set(streams.filter(({ result }) => result?.hasValue).map(({ name }) => name)),
  };
};

const render = (counted: CountedSuggestion, named: Named): JsonObject => {
  const { id, kind, people, horizons, proposedDays } = counted;
  const days = proposedDays ?? horizons[0]?.days ?? 30;
  const existing = existingOutcome(counted, days, named);
  return {
    id,
    kind,
    people,
    horizon_days: proposedDays,
    is_learnable: isLearnable(counted),
    has_value: hasValue(counted, named),
    ...(counted.kind === "resembles" ? { answer: answerOf(counted) } : { stream_name: counted.stream }),
    name: suggestionName(counted, days, named.streamNames),
    question: suggestionQuestion(counted, days, named.streamNames),
    goal: suggestionDone(counted, named.streamNames),
    horizons: horizons.map(({ cutoff, ...rate }) => ({
      ...rate,
      name: suggestionName(counted, rate.days, named.streamNames),
      cutoff: isoSeconds(cutoff),
    })),
    ...(existing && { outcome_id: existing.id }),
  };
};

const answerOf = ({ answer, answers }: CountedSuggestion & { kind: "resembles" }): JsonObject => ({
  ...answers,
  trait: answer.trait,
  column_name: answer.column_name,
  is: answer.is,
});

const existingOutcome = (
  wanted: Suggestion,
  days: number,
  named: Named,
): Resource<"outcomes"> | undefined => {
  const { cohorts, outcomes } = named;
  const { attainment, eligible } = suggestedCohorts(wanted, days);
  const [goal, of] = [sameIn(cohorts, attainment), sameIn(cohorts, eligible)];
  if (!goal || !of) return undefined;
  const same = sameBut(["value", "horizons"], outcomes, outcomeOf(wanted, days, goal.id, of.id));
  return same.find(({ config }) => config.value !== undefined) ?? same[0];
};

const hasValue = (wanted: Suggestion, { valued }: Named): boolean => valued.has(spentStream(wanted) ?? "");

const outcomeOf = (
  wanted: Suggestion,
  days: number,
  attainment_cohort_id: string,
  eligible_cohort_id: string,
): OutcomeConfig => ({
  attainment_cohort_id,
  eligible_cohort_id,
  ...(wanted.kind === "resembles" ? { prediction_mode: "static" } : { horizon_days: days }),
  ...(isRecurring(wanted) && { recurring: true }),
});

/** The newest one in use with the same definition. */
const sameIn = <T extends ResourceType>(resources: readonly Resource<T>[], config: object) =>
  resources.find((each) => each.archivedAt === null && isDeepStrictEqual({ ...each.config }, config));

/** Those in use with the same definition, whatever these parts of it are. */
const sameBut = (
  parts: readonly (keyof OutcomeConfig)[],
  outcomes: readonly Resource<"outcomes">[],
  config: OutcomeConfig,
): Resource<"outcomes">[] =>
  outcomes.filter((each) => {
    const own = Object.entries(each.config).filter(([part]) => !parts.some((left) => left === part));
    return each.archivedAt === null && isDeepStrictEqual(Object.fromEntries(own), config);
  });

const createPrediction = async (
  trx: Kysely<Database>,
  request: FastifyRequest,
  { suggestion: wanted, days, withValue, horizons }: Wanted,
  now: EpochMs,
): Promise<JsonObject> => {
  const named = await readNamed(trx, request.account.id);
  const { streamNames } = named;
  const findOrCreate = finder(trx, request, now);
  const names = suggestedCohortNames(wanted, days, streamNames);
  const cohorts = suggestedCohorts(wanted, days);
  const cohort = (part: keyof SuggestedCohorts) => findOrCreate(cohortKind, names[part], cohorts[part]);
  const [attainment, eligible, population] = [
    await cohort("attainment"),
    await cohort("eligible"),
    await cohort("population"),
  ];
  const name = suggestionName(wanted, days, streamNames);
  const withAmounts = hasValue(wanted, named);
  const config = {
    ...outcomeOf(wanted, days, attainment, eligible),
    ...(withValue && withAmounts && { value: {} }),
  };
  const isDated = withAmounts && horizons.length > 0;
  // Which horizons can be learned changes with the data, and the prediction stays the same.
  const dated = sameBut(["horizons"], named.outcomes, config).find((each) => each.config.horizons);
  const outcome =
    isDated && dated
      ? dated.id
      : await findOrCreate(outcomeKind, name, { ...config, ...(isDated && { horizons }) });
  const scope = await findOrCreate(scopeKind, name, {
    population: { cohort_ids: [population] },
    payload: { outcome_ids: [outcome], explainability: true },
    preview: false,
  });
  const cohort_ids = [...new Set([attainment, eligible, population])];
  return { id: wanted.id, outcome_id: outcome, scope_id: scope, cohort_ids };
};

/**
 * Returns the id of an existing resource with the same definition, or of a new one. A name in use gets a
 * number: "Customers 2".
 */
const finder =
  (trx: Kysely<Database>, request: FastifyRequest, now: EpochMs) =>
  async <T extends ResourceType>(kind: Kind<T>, name: string, config: object): Promise<string> => {
    const known = await listResources(trx, request.account.id, kind.type);
    const same = sameIn(known, config);
    if (same) return same.id;
    const taken = new Set(known.map((each) => each.name.toLowerCase()));
    const numbered = known.map((_, i) => `${name} ${i + 2}`);
    const free = [name, ...numbered].find((each) => !taken.has(each.toLowerCase()))!;
    const draft = kind.parse({ ...config, name: free });
    return (await createResource(trx, request, kind, draft, now)).id;
  };
