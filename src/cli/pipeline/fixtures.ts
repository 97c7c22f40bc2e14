// A service's state for tests: records with the fields that a test needs, and schemas in the form of the
// OpenAPI document.

import { cohortPost } from "../../http/schemas/cohort.js";
import { connectionPost } from "../../http/schemas/connection.js";
import { datasetPost } from "../../http/schemas/dataset.js";
import { outcomePost } from "../../http/schemas/outcome.js";
import { placePost } from "../../http/schemas/place.js";
import { scopePost } from "../../http/schemas/scope.js";
import { targetPost } from "../../http/schemas/target.js";
import { webhookEndpointPost } from "../../http/schemas/webhook.js";
import type { ServerRecord } from "../resources/find.js";
import type { ApiDocument } from "../resources/openapi.js";
import { typeAt } from "../resources/types.js";
import type { ServerState } from "./plan.js";

const schemas: Record<string, { title?: string }> = {
  datasets: datasetPost,
  connections: connectionPost,
  places: placePost,
  cohorts: cohortPost,
  outcomes: outcomePost,
  scopes: scopePost,
  targets: targetPost,
  webhook_endpoints: webhookEndpointPost,
};

/** With each schema as a component that is referred to; streams are served, and not created. */
export const api: ApiDocument = {
  paths: {
    "/streams": { get: {} },
    ...Object.fromEntries(
      Object.entries(schemas).map(([path, { title }]) => {
        const schema = { $ref: `#/components/schemas/${title}` };
        return [`/${path}`, { post: { requestBody: { content: { "application/json": { schema } } } } }];
      }),
    ),
  },
  components: { schemas: Object.fromEntries(Object.values(schemas).map((schema) => [schema.title, schema])) },
};

/** Records by the path of their type. An edge is a pair of ids: upstream, downstream. */
export const serverWith = (
  records: Readonly<Record<string, readonly object[]>>,
  edges: readonly (readonly [upstream: string, downstream: string])[] = [],
): ServerState => ({
  api,
  records: new Map(
    Object.entries(records).map(([path, those]) => [
      typeAt(path),
      those.map((record) => ({ status: "ready", ...record }) as ServerRecord),
    ]),
  ),
  edges: edges.map(([upstream, downstream]) => ({ upstream, downstream })),
});
