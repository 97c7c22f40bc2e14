// Self-description of SCIM: what it supports, its resources and their attributes (RFC 7643, sections 5 to 7).

import { schemas } from "../../domain/account/scim.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";

const no = { supported: false };

export const serviceConfiguration: JsonObject = {
  schemas: [schemas.configuration],
  patch: { supported: true },
  bulk: { ...no, maxOperations: 0, maxPayloadSize: 0 },
  filter: { supported: true, maxResults: limits.scimPage.is },
  changePassword: no,
  sort: no,
  etag: no,
  authenticationSchemes: [
    {
      type: "oauthbearertoken",
      name: "API key",
      description: "An API key of the account with the scope scim, as a bearer token.",
      primary: true,
    },
  ],
  meta: { resourceType: "ServiceProviderConfig", location: "/scim/v2/ServiceProviderConfig" },
};

const resourceType = (id: "User" | "Group", endpoint: string, schema: string): JsonObject => ({
  schemas: [schemas.resourceType],
  id,
  name: id,
  endpoint,
  schema,
  meta: { resourceType: "ResourceType", location: `/scim/v2/ResourceTypes/${id}` },
});

export const resourceTypes: JsonObject[] = [
  resourceType("User", "/Users", schemas.user),
  resourceType("Group", "/Groups", schemas.group),
];

const attribute = (name: string, type: string, more: JsonObject = {}): JsonObject => ({
  name,
  type,
  multiValued: false,
  required: false,
  caseExact: false,
  mutability: "readWrite",
  returned: "default",
  uniqueness: "none",
  ...more,
});
const text = (name: string, more: JsonObject = {}): JsonObject => attribute(name, "string", more);

export const schemaList: (JsonObject & { id: string })[] = [
  {
    schemas: [schemas.schema],
    id: schemas.user,
    name: "User",
    description: "Somebody who may sign in to the account.",
    attributes: [
      text("userName", { required: true, uniqueness: "server" }),
      text("externalId", { caseExact: true }),
      attribute("active", "boolean"),
      text("displayName"),
      text("title"),
      attribute("name", "complex", {
        subAttributes: [text("formatted"), text("familyName"), text("givenName"), text("middleName")],
      }),
      attribute("emails", "complex", {
        multiValued: true,
        subAttributes: [text("value"), text("type"), attribute("primary", "boolean")],
      }),
    ],
    meta: { resourceType: "Schema", location: `/scim/v2/Schemas/${schemas.user}` },
  },
  {
    schemas: [schemas.schema],
    id: schemas.group,
    name: "Group",
    description: "A group, whose people may have a role by it.",
    attributes: [
      text("displayName", { required: true, uniqueness: "server" }),
      text("externalId", { caseExact: true }),
      attribute("members", "complex", { multiValued: true, subAttributes: [text("value")] }),
    ],
    meta: { resourceType: "Schema", location: `/scim/v2/Schemas/${schemas.group}` },
  },
];
