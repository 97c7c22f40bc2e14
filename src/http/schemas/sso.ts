// Identity providers of an account, and signing in through one.

import { type Static, Type } from "@sinclair/typebox";
import { roles } from "../../domain/account/role.js";
import { usualRules } from "../../domain/account/single-sign-on.js";
import { limits } from "../../domain/resource/limits.js";
import {
  closed,
  described,
  exampleId,
  instant,
  nameOf,
  oneOf,
  optional,
} from "../../domain/resource/schema.js";
import { mergePatchOf } from "./merge-patch.js";
import { codeAttempt } from "./second-factor.js";

const joining = roles.filter((role) => role !== "owner");

const issuer = Type.String({
  format: "uri",
  pattern: "^https?://",
  maxLength: 500,
  description:
    "Address of the provider, to which /.well-known/openid-configuration belongs. With Microsoft Entra ID, that of one tenant.",
  examples: ["https://login.example.com"],
});
const clientId = Type.String({
  minLength: 1,
  maxLength: 500,
  description: "ID under which this service is registered at the provider.",
  examples: ["bellwether"],
});
const domain = Type.String({
  pattern: "^[a-z0-9]([a-z0-9-]*[a-z0-9])?(\\.[a-z0-9]([a-z0-9-]*[a-z0-9])?)+$",
  maxLength: 253,
  description: "E-mail domain in lower case, which counts for itself alone.",
  examples: ["example.com"],
});
const domains = Type.Array(domain, {
  maxItems: limits.ssoDomains.is,
  uniqueItems: true,
  description:
    "E-mail domains of the people who sign in through the provider. Each counts once it is verified.",
});
const trustsEmail = Type.Boolean({
  description:
    "true: addresses in the domains count although the provider does not send email_verified, as Microsoft Entra ID does not. Only for a provider that gives addresses to their owners alone.",
});
const groupsClaim = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Name of the claim that lists somebody's groups.",
  examples: ["groups"],
});
const groupRoles = Type.Array(
  closed(
    {
      group: Type.String({
        minLength: 1,
        maxLength: 300,
        description: "Name or ID of a group, as the claim has it.",
        examples: ["analysts"],
      }),
      role: oneOf(joining, "Role of its people."),
    },
    "GroupRole",
  ),
  {
    maxItems: limits.ssoGroups.is,
    description:
      "Roles of groups; the highest wins. If there are any, the role of a member follows the groups with each sign-in, and who is in none of them has default_role. The owner stays the owner.",
  },
);
const scope = Type.String({
  pattern: "(^| )openid( |$)",
  maxLength: 500,
  description: "Scopes that are asked for.",
  examples: ["openid email profile groups"],
});
const secret = Type.String({
  minLength: 1,
  maxLength: 2000,
  description: "Secret of the client. It is sealed and never shown. Absent: a client without one.",
  examples: ["kBMnOPqrS3cr3t"],
});

const fields = {
  name: nameOf("Display name.", "Acme"),
  issuer,
  client_id: clientId,
  client_secret: optional(secret),
};
const ruled = {
  domains: Type.Unsafe<string[]>({ ...domains, default: usualRules.domains }),
  trusts_email: Type.Unsafe<boolean>({ ...trustsEmail, default: usualRules.trustsEmail }),
  groups_claim: Type.Unsafe<string>({ ...groupsClaim, default: usualRules.groupsClaim }),
  group_roles: Type.Unsafe<Static<typeof groupRoles>>({ ...groupRoles, default: usualRules.groupRoles }),
  scope: Type.Unsafe<string>({ ...scope, default: usualRules.scope }),
};

/** Null is a value of its own in a merge patch, so that nobody joins by the word `nobody`. */
const postedRole = oneOf(
  [...joining, "nobody"] as const,
  "Role of people who join the account by their first sign-in. nobody: they need an invitation. Default: viewer.",
);

export const ssoProviderConfig = closed({
  ...fields,
  ...ruled,
  default_role: Type.Unsafe<(typeof postedRole)["static"]>({
    ...postedRole,
    default: usualRules.defaultRole,
  }),
});
export const ssoProviderPost = described(
  "The provider.",
  closed(
    {
      ...fields,
      domains: optional(domains),
      trusts_email: optional(trustsEmail),
      default_role: optional(postedRole),
      groups_claim: optional(groupsClaim),
      group_roles: optional(groupRoles),
      scope: optional(scope),
    },
    "SsoProviderPost",
  ),
);
export const ssoProviderPatch = mergePatchOf(ssoProviderPost, "SsoProviderMergePatch");

export const ssoProviderRecord = Type.Object(
  {
    id: Type.String({ description: "Assigned by the service.", examples: [exampleId] }),
    resource_type: oneOf(["sso_providers"], "Type of the record."),
    name: fields.name,
    issuer,
    client_id: clientId,
    has_client_secret: Type.Boolean({ description: "true: the client has a secret, which is not shown." }),
    redirect_path: Type.String({
      description:
        "Path of this service to register at the provider as redirect URI, after the service's address.",
      examples: ["/console/sso"],
    }),
    domains: Type.Array(
      Type.Object(
        {
          domain,
          verified_at: optional(
            described("When it was verified. Absent: not yet, and it does not count.", instant),
          ),
          record_name: Type.String({
            description: "Name of the TXT record that verifies it.",
            examples: ["_bellwether.example.com"],
          }),
          record_text: Type.String({
            description: "Text of the record.",
            examples: ["bellwether-domain=0a4d55a8d778e5022fab701977c5d840"],
          }),
        },
        { title: "SsoDomain" },
      ),
      { description: "E-mail domains, each with the record that verifies it." },
    ),
    trusts_email: trustsEmail,
    default_role: postedRole,
    groups_claim: groupsClaim,
    group_roles: groupRoles,
    scope,
    created_at: described("When it was registered.", instant),
    updated_at: described("When it last changed.", instant),
  },
  { title: "SsoProvider" },
);

export const ssoTest = Type.Object(
  {
    works: Type.Boolean({
      description:
        "true: the provider's document and keys were read, and suit. Only a sign-in tries the client.",
    }),
    problem: optional(
      Type.String({
        description: "What does not work.",
        examples: ["https://login.example.com does not answer within 10 seconds."],
      }),
    ),
  },
  { title: "SsoTest" },
);

export const ssoSearch = described(
  "Who wants to sign in.",
  closed(
    {
      email: optional(
        Type.String({
          maxLength: 320,
          description: "Their e-mail address.",
          examples: ["grace@example.com"],
        }),
      ),
    },
    "SsoSearch",
  ),
  { email: "grace@example.com" },
);

export const ssoOffer = Type.Object(
  {
    id: Type.String({ description: "ID of the provider.", examples: [exampleId] }),
    name: fields.name,
  },
  { title: "SsoOffer" },
);

export const ssoStart = described(
  "Where to sign in.",
  closed(
    {
      provider_id: Type.String({
        minLength: 1,
        maxLength: 200,
        description: "ID of the provider.",
        examples: [exampleId],
      }),
      email: optional(
        Type.String({
          maxLength: 320,
          description: "Address that the provider offers to sign in with.",
          examples: ["grace@example.com"],
        }),
      ),
    },
    "SsoStart",
  ),
  { provider_id: exampleId },
);

export const ssoStarted = Type.Object(
  {
    url: Type.String({
      description: "Where the browser goes to sign in.",
      examples: ["https://login.example.com/auth?client_id=bellwether"],
    }),
  },
  { title: "SsoStarted" },
);

export const ssoFinish = Type.Union(
  [
    closed(
      {
        query: Type.String({
          minLength: 1,
          maxLength: 8000,
          description: "Query with which the provider sent the browser back to /console/sso.",
          examples: ["code=SplxlOBeZQQYbYS6WxSbIA&state=af0ifjsldkj"],
        }),
      },
      "SsoReturn",
    ),
    closed({ code: codeAttempt }, "SsoCode"),
  ],
  {
    description: "What the browser came back with, or the code of the second factor that was asked for then.",
  },
);
