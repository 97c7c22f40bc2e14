// Splits and merges that an account's owner decides. They override identity resolution and are stored as
// pairs of records. Inspections show them at once (see `builds/people/pending.ts`); everything else follows
// with the next build of people.

import { randomUUID } from "node:crypto";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { PersonRecords } from "../../domain/kinds/inspection.js";
import { type DecidedRecords, replaceableRecords } from "../../domain/people/decided-records.js";
import {
  type DecisionStamp,
  keepApart,
  listDecisions,
  merge,
  noDecisions,
  type OwnerDecision,
  split,
  stampOf,
  withdraw,
} from "../../domain/people/decisions.js";
import type { Decisions, PeopleConfig, ReviewedPair } from "../../domain/people/people.js";
import { entryOf } from "../../domain/resource/entry.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { configurePeople, findPeople } from "../../store/people.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import type { AppOptions } from "../options.js";
import { pageOf, pageQuery } from "../pages.js";
import { renderDecision } from "../resources/people.js";
import { idParams } from "../schemas/common.js";
import { decisionRecord, mergePost, personParams, reviewPost, splitPost } from "../schemas/people.js";
import { personErrors } from "./people.js";

type ById = { Params: { id: string } };
const tags = ["people"];

export const peopleDecisionRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db } = options;
  reviewRoute(app, options);

  app.get(
    "/people/decisions",
    {
      schema: {
        summary: "List splits and merges",
        description:
          "The decisions in effect, newest first. Decisions that a later one contradicts are left out.",
        tags,
        querystring: pageQuery,
        response: { 200: Type.Array(decisionRecord) },
      },
    },
    async (request, reply) => {
      const { config } = await findPeople(db.kysely, request.account.id);
      const decisions = listDecisions(config.decisions);
      return pageOf(request, reply, decisions, ({ id }) => ({ id })).map(renderDecision);
    },
  );

  app.delete<ById>(
    "/people/decisions/:id",
    {
      schema: {
        operationId: "deletePeopleDecision",
        summary: "Undo a split or merge",
        description:
          "The records are resolved without the decision, at once; events, predictions and files follow with the next build.",
        tags,
        params: idParams,
        response: { 204: Type.Null() },
      },
    },
    async (request, reply) => {
      const { account, params } = request;
      await change(options, account.id, async (trx, now) => {
        const { config } = await findPeople(trx, account.id);
        if (!listDecisions(config.decisions).some(({ id }) => id === params.id))
          throw refuse("resource-unknown", { type: "decision", id: params.id });
        await configurePeople(
          trx,
          account.id,
          decided((before) => withdraw(before, params.id)),
          now,
        );
        const subject = { type: "people_decisions", id: params.id };
        await audit(trx, request, { action: "undo", subject }, now);
      });
      return reply.code(204).send();
    },
  );

  app.post<ById & { Body: { records: string[] } }>(
    "/people/:id/split",
    {
      schema: {
        operationId: "splitPerson",
        summary: "Split a person",
        description:
          "The given records never belong to the same person as the rest. Matching decides which of them belong together. People show it at once; events, predictions and files follow with the next build.",
        tags,
        params: personParams,
        refuses: [...personErrors, "records-foreign", "split-leaves-nobody", "decisions-too-many"],
        body: splitPost,
        response: { 201: decisionRecord },
      },
    },
    async (request, reply) => {
      const { account, params, body } = request;
      const [person] = await requirePersons(options, account.id, [params.id]);
      const rest = restOf(person!, body.records);
      const made = await decide(
        options,
        request as FastifyRequest,
        { action: "split", people: [person!] },
        (before, by) => split(before, body.records, rest, by, recordsIn(before, [person!])),
      );
      return reply.code(201).send(renderDecision(made));
    },
  );

  app.post<ById & { Body: { with: string } }>(
    "/people/:id/merge",
    {
      schema: {
        operationId: "mergePerson",
        summary: "Merge two people",
        description:
          "The two are always one person. People show it at once; events, predictions and files follow with the next build.",
        tags,
        params: personParams,
        refuses: [...personErrors, "merge-with-itself", "decisions-too-many"],
        body: mergePost,
        response: { 201: decisionRecord },
      },
    },
    async (request, reply) => {
      const { account, params, body } = request;
      const [person, other] = await requirePersons(options, account.id, [params.id, body.with]);
      if (person!.id === other!.id) throw refuse("merge-with-itself", { id: body.with });
      const made = await decide(
        options,
        request as FastifyRequest,
        { action: "merge", people: [person!, other!] },
        (before, by) =>
          merge(before, person!.records, other!.records, by, recordsIn(before, [person!, other!])),
      );
      return reply.code(201).send(renderDecision(made));
    },
  );
};

interface ReviewBody {
  record_ids: [string, string];
  same_person: boolean;
  order?: "cost" | "random";
}

const reviewRoute = (app: FastifyInstance, options: AppOptions): void => {
  app.post<{ Body: ReviewBody }>(
    "/people/review",
    {
      schema: {
        operationId: "reviewPair",
        summary: "Decide whether two records are one person",
        description:
          "Confirms or corrects what matching made of a pair: a merge or a split, which stays in effect until you undo it. People show it at once; events, predictions and files follow with the next build.",
        tags,
        refuses: [...personErrors, "split-leaves-nobody", "decisions-too-many"],
        body: reviewPost,
        response: { 201: decisionRecord },
      },
    },
    async (request, reply) => {
      const { account, body } = request;
      const [record, other] = body.record_ids;
      const [person, another] = await requirePersons(options, account.id, body.record_ids, true);
      const people: [PersonRecords, ...PersonRecords[]] =
        person!.id === another!.id ? [person!] : [person!, another!];
      const wasOne = people.length === 1;
      // A name that a record no longer has stands for all records of its person.
      const own = (id: string, { records }: PersonRecords) =>
        records.includes(id) ? [id] : records.slice(0, 1);
      const sides: [string[], string[]] = wasOne
        ? [own(record, person!), own(other, another!)]
        : [person!.records, another!.records];
      const rest = wasOne && !body.same_person ? restOf(person!, sides[0]) : sides[1];
      const separate = wasOne ? split : keepApart;
      const made = await decide(
        options,
        request as FastifyRequest,
        { action: body.same_person ? "merge" : "split", people },
        (before, by) =>
          (body.same_person ? merge : separate)(before, sides[0], rest, by, recordsIn(before, people)),
        { was_one: wasOne, is_drawn: body.order === "random" },
      );
      return reply.code(201).send(renderDecision(made));
    },
  );
};

/** In the order of `ids`; refuses `resource-unknown`. */
const requirePersons = async (
  { inspect }: AppOptions,
  accountId: string,
  ids: readonly string[],
  areRecords = false,
): Promise<PersonRecords[]> => {
  const found = await inspect(accountId, "records", { ids: [...ids], areRecords });
  return ids.map((id) => {
    const person = entryOf(found, id);
    if (!person) throw refuse("resource-unknown", { type: "person", id });
    return person;
  });
};

/**
 * Records of these people that the decisions are about. A name that leads to none was given since they were
 * read.
 */
const recordsIn = (decisions: Decisions, people: readonly PersonRecords[]): DecidedRecords => {
  const leads = people.flatMap((person) => person.leads);
  const names = new Set(leads.map(({ name }) => name));
  const found = replaceableRecords(decisions, leads);
  return (decision, name) => (names.has(name) ? found(decision, name) : [name]);
};

/** The person's records that are not parted; refuses `records-foreign` and `split-leaves-nobody`. */
const restOf = ({ id, records }: PersonRecords, parted: readonly string[]): string[] => {
  const foreign = parted.find((record) => !records.includes(record));
  if (foreign !== undefined) throw refuse("records-foreign", { id: foreign, person: id });
  const rest = records.filter((record) => !parted.includes(record));
  if (rest.length === 0) throw refuse("split-leaves-nobody");
  return rest;
};

const decide = async (
  options: AppOptions,
  request: FastifyRequest,
  {
    action,
    people: [person, ...others],
  }: { action: "split" | "merge"; people: [PersonRecords, ...PersonRecords[]] },
  make: (before: Decisions, made: DecisionStamp) => Decisions,
  reviewed?: ReviewedPair,
): Promise<OwnerDecision> => {
  const id = randomUUID();
  const accountId = request.account.id;
  const heirsUntil = [person, ...others].map((own) => own.heirsUntil);
  const decidedPeople = await change(options, accountId, async (trx, now) => {
    await audit(trx, request, { action, subject: { type: "people", id: person.id } }, now);
    return configurePeople(
      trx,
      accountId,
      decided(
        (before) => make(before, stampOf({ id, made_at: now }, heirsUntil)),
        reviewed && { [id]: reviewed },
      ),
      now,
    );
  });
  return listDecisions(decidedPeople.config.decisions).find((decision) => decision.id === id)!;
};

/** As a change of the configuration; refuses `decisions-too-many`. */
const decided =
  (make: (before: Decisions) => Decisions, own: PeopleConfig["reviewed"] = {}) =>
  ({ decisions = noDecisions, reviewed = {}, ...config }: PeopleConfig): PeopleConfig => {
    const made = make(decisions);
    const pairs = made.together.length + made.apart.length;
    // Every plan of the account reads them.
    const { is: most } = limits.decisionPairs;
    if (pairs > most) throw refuse("decisions-too-many", { pairs, most });
    const inEffect = new Set(listDecisions(made).map(({ id }) => id));
    const kept = Object.entries({ ...reviewed, ...own }).filter(([id]) => inEffect.has(id));
    return {
      ...config,
      ...(pairs > 0 && { decisions: made }),
      ...(kept.length > 0 && { reviewed: Object.fromEntries(kept) }),
    };
  };
