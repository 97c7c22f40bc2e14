// Live scores: people as of this moment, with the events that came since the last build.

import type { FastifyInstance } from "fastify";
import { auditLookUp } from "../audit.js";
import type { AppOptions } from "../options.js";
import { type NamedBody, parseNamed, renderLiveScores } from "../resources/live-scores.js";
import { liveScores, liveScoresPost } from "../schemas/live-scores.js";

/** Errors of live scores. */
export const liveErrors = ["live-not-ready", "live-behind", "live-busy"] as const;

export const liveScoreRoutes = async (
  app: FastifyInstance,
  { askLive, clock }: AppOptions,
): Promise<void> => {
  app.post<{ Body: { people: NamedBody[]; reasons?: boolean } }>(
    "/people/live_scores",
    {
      config: { keyScopes: ["read"] },
      schema: {
        operationId: "getLiveScores",
        summary: "Score people now",
        description:
          "Scores of up to 100 people as of this moment: what a build would say that has every event which arrived until now. Each answer says " +
          "how new it is. See docs/live.md.",
        tags: ["people"],
        refuses: liveErrors,
        body: liveScoresPost,
        response: { 200: liveScores },
      },
    },
    async (request) => {
      const { people, reasons = false } = request.body;
      const scores = await askLive(request.account.id, {
        people: people.map(parseNamed),
        withReasons: reasons,
      });
      const found = scores.people.filter((person) => person !== null);
      await Promise.all(
        found.map(({ personId: id }) =>
          auditLookUp(request, { action: "view", subject: { type: "people", id } }, clock()),
        ),
      );
      return renderLiveScores(scores);
    },
  );
};
