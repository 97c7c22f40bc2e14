// Draft of an identity provider, as the form has it: lists are texts.

import { type Role, roles } from "../../../src/words/roles.js";
import type { Schemas } from "../../api/client.js";

type Provider = Schemas["SsoProvider"];
export type Post = Schemas["SsoProviderPost"];
export type Joining = Provider["default_role"];

export interface Draft {
  name: string;
  issuer: string;
  clientId: string;
  /** Empty: none, or the one that is there. */
  clientSecret: string;
  domains: string;
  trustsEmail: boolean;
  defaultRole: Joining;
  groupsClaim: string;
  /** A line for each: `analysts = editor`. */
  groupRoles: string;
  scope: string;
}

export const draftOf = (provider?: Provider): Draft => ({
  name: provider?.name ?? "",
  issuer: provider?.issuer ?? "",
  clientId: provider?.client_id ?? "",
  clientSecret: "",
  domains: provider?.domains.map(({ domain }) => domain).join(", ") ?? "",
  trustsEmail: provider?.trusts_email ?? false,
  defaultRole: provider?.default_role ?? "viewer",
  groupsClaim: provider?.groups_claim ?? "groups",
  groupRoles: provider?.group_roles.map(({ group, role }) => `${group} = ${role}`).join("\n") ?? "",
  scope: provider?.scope ?? "openid email profile",
});

export const bodyOf = (draft: Draft): Post => ({
  name: draft.name.trim(),
  issuer: draft.issuer.trim(),
  client_id: draft.clientId.trim(),
  ...(draft.clientSecret !== "" && { client_secret: draft.clientSecret }),
  domains: domainsIn(draft.domains),
  trusts_email: draft.trustsEmail,
  default_role: draft.defaultRole,
  groups_claim: draft.groupsClaim.trim(),
  group_roles: groupRolesIn(draft.groupRoles),
  scope: draft.scope.trim(),
});

const domainsIn = (text: string): string[] => [
  ...new Set(
    text
      .toLowerCase()
      .split(/[\s,;]+/)
      .map((domain) => domain.replace(/^@/, ""))
      .filter((domain) => domain !== ""),
  ),
];

/** The last equals sign counts, since groups may have some. */
const groupRolesIn = (text: string): NonNullable<Post["group_roles"]> =>
  linesIn(text).map((line) => {
    const at = line.lastIndexOf("=");
    return { group: line.slice(0, at).trim(), role: line.slice(at + 1).trim() as Exclude<Role, "owner"> };
  });

const linesIn = (text: string): string[] => text.split("\n").filter((line) => line.trim() !== "");

/** What is wrong with the lines of groups. */
export const groupProblem = (text: string): string | undefined => {
  const wrong = linesIn(text).find((line) => {
    const [, group, role] = /^\s*(\S.*?)\s*=\s*(\w+)\s*$/.exec(line) ?? [];
    return group === undefined || role === "owner" || !roles.some((known) => known === role);
  });
  return wrong === undefined
    ? undefined
    : `“${wrong.trim()}” is not a group, = and a role: administrator, editor, viewer or masked_viewer.`;
};
