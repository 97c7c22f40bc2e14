// Types of the TypeScript client, from the OpenAPI document. Refusals, headers and whole examples are left
// out: the client has a class for refusals, sets headers itself, and without them the types are smaller by a
// third.
//
//   node clients/generate/typescript-types.mjs

import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import openapiTypes, { astToString } from "openapi-typescript";

const root = path.resolve(import.meta.dirname, "../..");
const document = JSON.parse(readFileSync(path.join(root, "docs/reference/openapi.json"), "utf8"));

const typesOnly = (content = {}) =>
  Object.fromEntries(Object.entries(content).map(([media, { schema }]) => [media, { schema }]));

for (const operation of Object.values(document.paths).flatMap(Object.values)) {
  const { parameters, requestBody, responses } = operation;
  operation.parameters = parameters?.filter((parameter) => parameter.in !== "header");
  if (requestBody) requestBody.content = typesOnly(requestBody.content);
  operation.responses = Object.fromEntries(
    Object.entries(responses)
      .filter(([status]) => status.startsWith("2"))
      .map(([status, { description, content }]) => [
        status,
        { description, ...(content && { content: typesOnly(content) }) },
      ]),
  );
}
// The client receives no messages.
delete document.webhooks;
document.components = { schemas: document.components.schemas };

const header = "// Types of the API. Generated from the OpenAPI document: do not edit.\n\n";
const types = astToString(await openapiTypes(document, { defaultNonNullable: false }));
writeFileSync(path.join(root, "clients/typescript/src/schema.ts"), header + types);
