// Effect and receipts of a privacy list: whom it excludes, and what became of each request.

import type { FastifyInstance } from "fastify";
import { refuse } from "../../errors/refusal.js";
import { listReceipts } from "../../store/privacy-receipts.js";
import { listConfigured } from "../../store/resources.js";
import type { AppOptions } from "../options.js";
import { readReferenced } from "../referenced.js";
import { privacyOf } from "../resources/dataset.js";
import { renderPrivacy } from "../resources/privacy.js";
import { idParams } from "../schemas/common.js";
import { privacyAnalysis } from "../schemas/privacy.js";
import { requireResource } from "./resource.js";

export const privacyRoutes = (app: FastifyInstance, options: AppOptions): void => {
  app.get<{ Params: { id: string } }>(
    "/datasets/:id/analysis/privacy",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read the effect and receipts of a privacy list",
        description:
          "Whom the list excludes, row by row without their contacts; which results were built again without them and when; and when the last file about them was removed.",
        tags: ["datasets"],
        params: idParams,
        refuses: ["dataset-no-list"],
        response: { 200: privacyAnalysis },
      },
    },
    async ({ account, params }) => {
      const db = options.db.kysely;
      const list = await requireResource(db, account.id, "datasets", params.id);
      if (list.config.privacy === undefined) throw refuse("dataset-no-list", { name: list.name });
      const referenced = await readReferenced(db, account.id, { all: ["people"] });
      const receipts = await listReceipts(db, list.id);
      const resources = await listConfigured(db, account.id, ["datasets"]);
      return renderPrivacy(list, privacyOf(list, referenced), receipts, resources);
    },
  );
};
