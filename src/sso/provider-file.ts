// Identity providers of the installation, from the file that BELLWETHER_SSO_FILE names: a JSON list. Secrets may be in
// files of their own.

import { readFileSync } from "node:fs";
import path from "node:path";
import { type Static, Type } from "@sinclair/typebox";
import { Value } from "@sinclair/typebox/value";
import { roles } from "../domain/account/role.js";
import { type SsoProvider, usualRules } from "../domain/account/single-sign-on.js";
import { closed, type oneOf, optional } from "../domain/resource/schema.js";

const text = Type.String({ minLength: 1, maxLength: 2000 });
const role = Type.Union(
  roles.filter((each) => each !== "owner").map((each) => Type.Literal(each)),
) as unknown as ReturnType<typeof oneOf<["administrator", "editor", "viewer", "masked_viewer"]>>;
const entrySchema = closed({
  id: Type.String({ pattern: "^[a-z0-9-]{1,40}$" }),
  name: text,
  issuer: Type.String({ pattern: "^https?://", maxLength: 2000 }),
  client_id: text,
  client_secret: optional(text),
  client_secret_file: optional(text),
  domains: optional(Type.Array(Type.String({ pattern: "^[a-z0-9.-]+$" }))),
  trusts_email: optional(Type.Boolean()),
  account_id: optional(text),
  default_role: optional(Type.Union([role, Type.Null()])),
  groups_claim: optional(text),
  group_roles: optional(Type.Array(closed({ group: text, role }))),
  scope: optional(Type.String({ pattern: "(^| )openid( |$)" })),
});
type Entry = Static<typeof entrySchema>;

/** Empty without a file. Throws for the operator. */
export const readProviderFile = (file: string | undefined): SsoProvider[] => {
  if (file === undefined) return [];
  const entries = parsed(file);
  const ids = entries.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error(`${file} (BELLWETHER_SSO_FILE) has an id twice.`);
  return entries.map((entry) => toProvider(entry, path.dirname(file)));
};

const parsed = (file: string): Entry[] => {
  let value: unknown;
  try {
    value = JSON.parse(readFileSync(file, "utf8"));
  } catch (error) {
    throw new Error(`${file} (BELLWETHER_SSO_FILE) cannot be read: ${(error as Error).message}.`);
  }
  const schema = Type.Array(entrySchema);
  const first = Value.Errors(schema, value).First();
  if (first) throw new Error(`${file} (BELLWETHER_SSO_FILE): ${first.path || "/"}: ${first.message}.`);
  return value as Entry[];
};

const toProvider = (entry: Entry, dir: string): SsoProvider => ({
  id: `installation:${entry.id}`,
  accountId: null,
  joinsAccountId: entry.account_id ?? null,
  name: entry.name,
  issuer: entry.issuer,
  clientId: entry.client_id,
  clientSecret: secretOf(entry, dir),
  domains: entry.domains ?? usualRules.domains,
  trustsEmail: entry.trusts_email ?? usualRules.trustsEmail,
  defaultRole: entry.default_role === undefined ? usualRules.defaultRole : entry.default_role,
  groupsClaim: entry.groups_claim ?? usualRules.groupsClaim,
  groupRoles: entry.group_roles ?? usualRules.groupRoles,
  scope: entry.scope ?? usualRules.scope,
});

const secretOf = ({ client_secret, client_secret_file }: Entry, dir: string): string | undefined => {
  if (client_secret_file === undefined) return client_secret;
  return readFileSync(path.resolve(dir, client_secret_file), "utf8").trim();
};
