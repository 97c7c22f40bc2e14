// Changes of a target's file since an earlier build, made when they are asked for.

import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fileOf } from "../../domain/target/target.js";
import { auditRead } from "../audit.js";
import { type LinkRequest, requireByLink } from "../links.js";
import type { AppOptions } from "../options.js";
import { idParams } from "../schemas/common.js";
import { changesQuery } from "../schemas/target.js";
import { sendOnce } from "../send-once.js";
import { linkErrors } from "./links.js";
import { inspectionErrors } from "./people.js";
import { subjectOf } from "./resource.js";

const file = {
  schema: Type.String({ description: "The changes, as text." }),
  example:
    "change,person_id,email,fdy_outcome_1_propensity_probability\nadded,4611686018427387904,ada@example.com,0.34\nremoved,1152921504606846976,,\n",
};
const zipped = Type.String({ format: "binary", description: "The changes, compressed." });

type ChangesRequest = LinkRequest & { Querystring: { since?: string } };

export const targetChangesRoute = (app: FastifyInstance, options: AppOptions): void => {
  app.get<ChangesRequest>(
    "/targets/:id/changes.csv",
    {
      config: { isPublic: true },
      schema: {
        summary: "Download what changed in the file",
        description:
          "Rows that were added, changed or removed since an earlier build, for targets with options.track_changes, in the format of the file: " +
          "columns change (added, changed or removed) and person_id, then the columns of the file. Removed rows have no other values. Without " +
          "since, all rows are added. The header Bellwether-Build names the build that the changes lead to: send it as since the next time. " +
          "With a key or by signed link: the target's changes_url.",
        operationId: "downloadTargetChanges",
        tags: ["targets"],
        params: idParams,
        refuses: [
          ...linkErrors,
          ...inspectionErrors,
          "changes-untracked",
          "changes-since-unknown",
          "result-damaged",
        ],
        querystring: changesQuery,
        response: { 200: { content: { "text/csv": file, "application/gzip": { schema: zipped } } } },
      },
    },
    async (request, reply) => {
      const target = await requireByLink(request, options, "targets");
      const { accountId, config } = target;
      const audited = { action: "download", subject: subjectOf(target), accountId } as const;
      await auditRead(request as FastifyRequest, audited, options.clock());
      const wanted = { targetId: target.id, since: request.query.since };
      const changes = await options.inspect(accountId, "changes", wanted);
      const isGzip = fileOf(config.options)?.gzip === true;
      reply.header("bellwether-build", changes.build);
      return sendOnce(request as FastifyRequest, reply, changes, isGzip);
    },
  );
};
