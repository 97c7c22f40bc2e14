// Lists of a pipeline's likeliest people, made on demand from the last scores: the file to download, its
// first people, and what to expect of the first so many.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { RecentContacts } from "../../domain/campaign/list.js";
import type { Resource } from "../../store/resources.js";
import { audit } from "../audit.js";
import { present } from "../json.js";
import { requireByLink } from "../links.js";
import type { AppOptions } from "../options.js";
import { renderPersonShown } from "../resources/person-shown.js";
import { renderReach } from "../resources/reach.js";
import { renderMovers } from "../resources/score-change.js";
import { idParams } from "../schemas/common.js";
import { type ListQuery, listQuery, reach, reachQuery, topPeople, topPeopleQuery } from "../schemas/list.js";
import { type MoversQuery, movers, moversQuery } from "../schemas/score-change.js";
import { sendOnce } from "../send-once.js";
import { linkErrors } from "./links.js";
import { inspectionErrors } from "./people.js";
import { requireResource, subjectOf } from "./resource.js";

const tags = ["lists"];
const errors = [...inspectionErrors, "outcome-not-in-payload", "list-without-outcome"] as const;
const contactErrors = ["contacts-missing", "stream-unknown"] as const;

const contactsIn = ({
  not_contacted_days: days,
  contacts_stream: stream,
}: Static<typeof reachQuery>): RecentContacts | undefined =>
  days === undefined ? undefined : { days, stream };

const file = {
  schema: Type.String({ description: "The file, as text." }),
  example:
    "email,first_name,chance_to_buy_again_pct,rank,decile,reason_1,scored_on\nada@example.com,Ada,34.2,1,1,Last order 12 days ago,2025-11-30\n",
};
const zipped = Type.String({ format: "binary", description: "The file, compressed." });

export const listRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  const { db, inspect, clock } = options;
  const auditRead = (request: FastifyRequest, action: "download" | "preview", scope: Resource<"scopes">) =>
    audit(db.kysely, request, { action, subject: subjectOf(scope), accountId: scope.accountId }, clock());

  app.get<{ Params: { id: string }; Querystring: ListQuery }>(
    "/scopes/:id/list.csv",
    {
      config: { isPublic: true },
      schema: {
        operationId: "downloadList",
        summary: "Download the likeliest people",
        description:
          "A CSV file of the pipeline's people with a probability, likeliest first, from its last scores, whether or not it is enabled. With a " +
          "key or by signed link: the scope's list_url. To keep such a list up to date at a link, create a target with a transform_preset.",
        tags,
        params: idParams,
        querystring: listQuery,
        refuses: [
          ...linkErrors,
          ...errors,
          ...contactErrors,
          "list-without-contacts",
          "uplift-unproven",
          "result-damaged",
        ],
        response: { 200: { content: { "text/csv": file, "application/gzip": { schema: zipped } } } },
      },
    },
    async (request, reply) => {
      const scope = await requireByLink(request, options, "scopes");
      await auditRead(request as FastifyRequest, "download", scope);
      const { query } = request;
      const list = await inspect(scope.accountId, "list", {
        scopeId: scope.id,
        outcomeId: query.outcome_id,
        by: query.by,
        form: query.form,
        locale: query.locale,
        gzip: query.gzip,
        top: query.top,
        topPercent: query.top_percent,
        minChance: query.min_chance,
        withAttained: query.with_attained,
        withHeldOut: query.with_held_out,
        contacts: contactsIn(query),
      });
      return sendOnce(request as FastifyRequest, reply, list, query.gzip);
    },
  );

  app.get<{ Params: { id: string }; Querystring: Required<Static<typeof topPeopleQuery>> }>(
    "/scopes/:id/top_people",
    {
      config: { permission: "look" },
      schema: {
        operationId: "listTopPeople",
        summary: "List the likeliest people",
        description: "The people with the highest probabilities of one outcome, with reasons in plain words.",
        tags,
        params: idParams,
        querystring: topPeopleQuery,
        refuses: errors,
        response: { 200: topPeople },
      },
    },
    async (request) => {
      const { account, query } = request;
      const scope = await requireResource(db.kysely, account.id, "scopes", request.params.id);
      await auditRead(request as FastifyRequest, "preview", scope);
      const wanted = { scopeId: scope.id, outcomeId: query.outcome_id, limit: query.limit };
      const people = await inspect(account.id, "top_people", wanted);
      return people.map(({ chance, rank, reasons, monthlyAmount: monthly_amount, ...person }) =>
        present({ ...renderPersonShown(person), chance, rank, monthly_amount, reasons }),
      );
    },
  );

  app.get<{ Params: { id: string }; Querystring: MoversQuery }>(
    "/scopes/:id/movers",
    {
      config: { permission: "look" },
      schema: {
        operationId: "listMovers",
        summary: "List the people whose probability changed most",
        description:
          "Compares the last build with an earlier one, by default the build before it: each person's probability then and now, and why it changed. The parts " +
          "add up to the change: people merged, data corrected, time passed, new events, another model. The scores of the last seven builds before are kept.",
        tags,
        params: idParams,
        querystring: moversQuery,
        refuses: [
          ...errors,
          "scores-outdated",
          "scores-since-unknown",
          "scores-not-explained",
          "result-damaged",
        ],
        response: { 200: movers },
      },
    },
    async (request) => {
      const { account, query } = request;
      const scope = await requireResource(db.kysely, account.id, "scopes", request.params.id);
      await auditRead(request as FastifyRequest, "preview", scope);
      const found = await inspect(account.id, "movers", {
        scopeId: scope.id,
        outcomeId: query.outcome_id,
        since: query.since,
        direction: query.direction,
        limit: query.limit,
        personId: query.person_id,
      });
      return renderMovers(found);
    },
  );

  app.get<{ Params: { id: string }; Querystring: Static<typeof reachQuery> }>(
    "/scopes/:id/reach",
    {
      config: { permission: "look" },
      schema: {
        operationId: "getReach",
        summary: "Read what to expect of the likeliest people",
        description:
          "How many of the first 1 %, 2 % and so on of the list are expected to reach the goal, with 95 % intervals, and the rate to expect of " +
          "people chosen at random. The numbers by which to decide how many people to contact.",
        tags,
        params: idParams,
        querystring: reachQuery,
        refuses: [...errors, ...contactErrors],
        response: { 200: reach },
      },
    },
    async ({ account, params, query }) => {
      const scope = await requireResource(db.kysely, account.id, "scopes", params.id);
      const wanted = { scopeId: scope.id, outcomeId: query.outcome_id, contacts: contactsIn(query) };
      const { outcomeId, people, contacted, baseRate, points } = await inspect(account.id, "reach", wanted);
      return present({
        outcome_id: outcomeId,
        people,
        contacted_count: contacted,
        base_rate: baseRate,
        ...renderReach(points, outcomeId, scope),
      });
    },
  );
};
