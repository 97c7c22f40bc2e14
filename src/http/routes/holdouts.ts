// The account's lasting hold-out, and the ledger of what all contacting has brought.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { singular } from "../../domain/resource/resource.js";
import { harmlessRow } from "../../domain/target/spreadsheet.js";
import { refuse } from "../../errors/refusal.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import {
  ledgerColumns,
  ledgerOf,
  ledgerRows,
  parseHoldout,
  renderHoldout,
  renderLedger,
  respellHoldout,
} from "../resources/holdout.js";
import { idParams } from "../schemas/common.js";
import { holdoutLedger, holdoutPatch, holdoutPost, holdoutRecord } from "../schemas/holdout.js";
import { requireOnlyHoldout } from "../single-holdout.js";
import { requireResource, resourceRoutes } from "./resource.js";

const kind: Kind<"holdouts"> = {
  type: "holdouts",
  post: holdoutPost,
  patch: holdoutPatch,
  record: holdoutRecord,
  refuses: ["stream-unknown", "economics-worth-unclear", "holdout-costs-uncounted", "holdout-exists"],
  uniqueName: true,
  toCheck: () => ({ all: ["streams"] }),
  respell: respellHoldout,
  parse: parseHoldout,
  upstreamIds: ({ stream_name: stream, contacts_stream: contacts }, referenced) => [
    ...new Set(
      [stream, ...(contacts === undefined ? [] : [contacts])].map((name) => referenced.requireStream(name)),
    ),
  ],
  checkUse: requireOnlyHoldout,
  render: renderHoldout,
};

const csv = {
  content: {
    "text/csv": {
      schema: Type.String(),
      example: `${ledgerColumns.slice(0, 5).join(",")},…\r\n2025-03-01T00:00:00.000Z,2025-04-01T00:00:00.000Z,7610,402,451,…\r\n`,
    },
  },
};

export const holdoutRoutes = (app: FastifyInstance, options: AppOptions): void => {
  resourceRoutes(app, kind, options);

  const built = async (accountId: string, id: string) => {
    const { result, config, status } = await requireResource(options.db.kysely, accountId, "holdouts", id);
    if (!result) throw refuse("result-not-ready", { type: singular.holdouts, status });
    return { result, config };
  };

  app.get<{ Params: { id: string } }>(
    "/holdouts/:id/ledger",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read what all contacting has brought",
        description:
          "What the people whom lists may contact have done more than those who are held out of every pipeline: conversions, amount and profit, by month " +
          "and in all, with 95 % intervals.",
        tags: ["holdouts"],
        params: idParams,
        refuses: ["result-not-ready"],
        response: { 200: holdoutLedger },
      },
    },
    async ({ account, params }) => {
      const { result, config } = await built(account.id, params.id);
      return renderLedger(result, config);
    },
  );

  app.get<{ Params: { id: string } }>(
    "/holdouts/:id/ledger.csv",
    {
      config: { permission: "look" },
      schema: {
        operationId: "exportHoldoutLedger",
        summary: "Download what all contacting has brought",
        description: "The months of the ledger as a CSV file, oldest first.",
        tags: ["holdouts"],
        params: idParams,
        refuses: ["result-not-ready"],
        response: { 200: csv },
      },
    },
    async ({ account, params }, reply) => {
      const { result, config } = await built(account.id, params.id);
      return reply
        .type("text/csv; charset=utf-8")
        .headers({ "content-disposition": 'attachment; filename="ledger.csv"', "cache-control": "no-store" })
        .send(
          [ledgerColumns, ...ledgerRows(ledgerOf(result, config))].map((row) => harmlessRow(row)).join(""),
        );
    },
  );
};
