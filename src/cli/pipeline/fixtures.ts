// What a service has, for tests: records of the fields that a test is about, and schemas as the service gives them out.

import { cohortWritten } from "../../http/schemas/cohort.js";
import { connectionWritten } from "../../http/schemas/connection.js";
import { datasetWritten } from "../../http/schemas/dataset.js";
import { outcomeWritten } from "../../http/schemas/outcome.js";
import { placeWritten } from "../../http/schemas/place.js";
import { scopeWritten } from "../../http/schemas/scope.js";
import { targetWritten } from "../../http/schemas/target.js";
import { webhookEndpointWritten } from "../../http/schemas/webhook.js";
import type { ServerRecord } from "../resources/find.js";
import type { ApiDocument } from "../resources/served.js";
import { typeAt } from "../resources/types.js";
import type { ServerState } from "./plan.js";

const schemas: Record<string, { title?: string }> = {
  datasets: datasetWritten,
  connections: connectionWritten,
  places: placeWritten,
  cohorts: cohortWritten,
  outcomes: outcomeWritten,
  scopes: scopeWritten,
  targets: targetWritten,
  webhook_endpoints: webhookEndpointWritten,
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

/** By the path of their type. An edge is a pair of ids: what is read, and what reads it. */
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
