import { expect, test } from "vitest";
import { operationId } from "./operation.js";

test.each([
  ["GET", "/cohorts", "getCohorts"],
  ["GET", "/cohorts/{id}", "getCohort"],
  ["GET", "/atlases/{id}/locations", "getAtlasLocations"],
  ["PATCH", "/persona_sets/{id}/personas/{persona_id}", "updatePersonaSetPersona"],
  ["DELETE", "/uploads/{directory}/{filename}", "deleteUpload"],
  ["GET", "/scopes/{id}/population/exclusion_cohorts", "getScopePopulationExclusionCohorts"],
  ["POST", "/datasets/{id}/force_update", "forceUpdateDataset"],
])("%s %s is %s", (method, path, name) => {
  expect(operationId(method, path, false)).toBe(name);
});

test("an operation that creates is named after what it creates", () => {
  expect(operationId("POST", "/webhook_endpoints", true)).toBe("createWebhookEndpoint");
});
