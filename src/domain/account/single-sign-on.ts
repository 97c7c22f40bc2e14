// Single sign-on: identity providers, and what their word counts. Who signs in is the provider's issuer and subject. An
// e-mail address counts only where the provider says that it is verified, or is believed without, and only in a domain
// that is shown to belong to whoever registered the provider.

import { isAtLeast, type Role } from "./role.js";

/** A role that can be given: an account has one owner, who hands it over. */
export type JoiningRole = Exclude<Role, "owner">;

export interface GroupRole {
  group: string;
  role: JoiningRole;
}

/** Rules for whom a provider may sign in, and as what. */
export interface SsoRules {
  /** E-mail domains in lower case, verified or not. */
  domains: string[];
  /** Addresses in the domains count although the provider does not say `email_verified`. */
  trustsEmail: boolean;
  /** Role of people who join by their first sign-in; null: nobody joins without an invitation. */
  defaultRole: JoiningRole | null;
  /** Name of the claim that lists somebody's groups. */
  groupsClaim: string;
  /** The role follows the groups with each sign-in if there are any. */
  groupRoles: GroupRole[];
  /** Scopes that are asked for. */
  scope: string;
}

export interface SsoProvider extends SsoRules {
  id: string;
  /** Whose it is; null: the installation's. */
  accountId: string | null;
  /** The account that people join. Null: none. */
  joinsAccountId: string | null;
  name: string;
  issuer: string;
  clientId: string;
  /** Absent: a client without a secret. */
  clientSecret?: string | undefined;
}

export const usualRules: SsoRules = {
  domains: [],
  trustsEmail: false,
  defaultRole: "viewer",
  groupsClaim: "groups",
  groupRoles: [],
  scope: "openid email profile",
};

/** Claims of the provider about whoever signs in. */
export interface SsoClaims {
  issuer: string;
  subject: string;
  email?: string | undefined;
  isEmailVerified?: boolean | undefined;
  groups: string[];
  /** Whether the provider has asked for a second factor (RFC 8176, `mfa`). */
  hasFactor: boolean;
}

/** In lower case; undefined for what is no address. */
export const domainOfEmail = (email: string): string | undefined =>
  /^[^\s@]+@([^\s@]+)$/.exec(email.trim())?.[1]?.toLowerCase();

export type EmailVerdict =
  | { email: string }
  | { problem: "email-missing" | "email-unverified" | "domain-foreign" };

/** The address if it counts. `verified`: the domains that are shown to belong to whoever registered the provider. */
export const judgeEmail = (
  { email, isEmailVerified }: Pick<SsoClaims, "email" | "isEmailVerified">,
  { domains, trustsEmail }: Pick<SsoRules, "domains" | "trustsEmail">,
  verified: readonly string[],
): EmailVerdict => {
  const domain = email === undefined ? undefined : domainOfEmail(email);
  if (email === undefined || domain === undefined) return { problem: "email-missing" };
  if (!domains.includes(domain) || !verified.includes(domain)) return { problem: "domain-foreign" };
  const counts = isEmailVerified === true || (isEmailVerified === undefined && trustsEmail);
  return counts ? { email: email.trim() } : { problem: "email-unverified" };
};

/** The highest role of the groups, or the default; null: none. */
export const roleByGroups = (
  { groupRoles, defaultRole }: Pick<SsoRules, "groupRoles" | "defaultRole">,
  groups: readonly string[],
): JoiningRole | null => {
  const given = groupRoles.filter(({ group }) => groups.includes(group)).map(({ role }) => role);
  return (
    given.reduce<JoiningRole | null>(
      (highest, role) => (highest !== null && isAtLeast(highest, role) ? highest : role),
      null,
    ) ?? defaultRole
  );
};
