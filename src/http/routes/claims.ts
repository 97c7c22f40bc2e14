// Claims of an account: what scores promised by which day, and what came of it, as pages and as a CSV file.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { tallyOf } from "../../domain/pipeline/claim.js";
import { harmlessRow } from "../../domain/target/spreadsheet.js";
import { type ClaimFilter, listClaims } from "../../store/claims.js";
import type { AppOptions } from "../options.js";
import { pageOf } from "../pages.js";
import { claimColumns, claimRow, renderClaim, renderTally } from "../resources/claim.js";
import { claimList, claimsExportQuery, claimsQuery } from "../schemas/claim.js";

const filterOf = ({ scope_id, outcome_id }: Static<typeof claimsExportQuery>): ClaimFilter => ({
  scopeId: scope_id,
  outcomeIds: outcome_id === undefined ? undefined : [outcome_id],
});

const csv = {
  content: {
    "text/csv": {
      schema: Type.String(),
      example: `${claimColumns.slice(3, 8).join(",")},…\r\nRepeat purchase,buy again,2025-11-12T00:00:00.000Z,90,2026-02-10T00:00:00.000Z,…\r\n`,
    },
  },
};

export const claimRoutes = (app: FastifyInstance, { db }: AppOptions): void => {
  app.get<{ Querystring: Static<typeof claimsQuery> }>(
    "/claims",
    {
      config: { permission: "look" },
      schema: {
        operationId: "listClaims",
        summary: "Read which claims came true",
        description:
          "What the scores of pipelines claimed: how many people reach the goal by which day, which amount they spend, and how well they are ranked. Each " +
          "claim is judged once its day has passed, and stays when its pipeline is deleted.",
        tags: ["claims"],
        querystring: claimsQuery,
        response: { 200: claimList },
      },
    },
    async (request, reply) => {
      const claims = await listClaims(db.kysely, request.account.id, filterOf(request.query));
      const page = pageOf(request, reply, claims, ({ id, cutoff }) => ({ id, at: 1000 * cutoff }));
      return { summary: renderTally(tallyOf(claims)), claims: page.map(renderClaim) };
    },
  );

  app.get<{ Querystring: Static<typeof claimsExportQuery> }>(
    "/claims.csv",
    {
      config: { permission: "look" },
      schema: {
        operationId: "exportClaims",
        summary: "Download the claims",
        description:
          "All claims as a CSV file, newest scores first, with a column for each figure of each measure. Texts that a spreadsheet would execute start with an apostrophe.",
        tags: ["claims"],
        querystring: claimsExportQuery,
        response: { 200: csv },
      },
    },
    async (request, reply) => {
      const claims = await listClaims(db.kysely, request.account.id, filterOf(request.query));
      return reply
        .type("text/csv; charset=utf-8")
        .headers({ "content-disposition": 'attachment; filename="claims.csv"', "cache-control": "no-store" })
        .send([claimColumns, ...claims.map(claimRow)].map((row) => harmlessRow(row)).join(""));
    },
  );
};
