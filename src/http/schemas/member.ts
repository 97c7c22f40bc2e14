// Members of an account, and invitations to become one.

import { Type } from "@sinclair/typebox";
import { roles } from "../../domain/account/role.js";
import { closed, described, exampleId, instant, oneOf, optional } from "../../domain/resource/schema.js";
import { password } from "./session.js";

const emailOf = (description: string) =>
  Type.String({ maxLength: 320, description, examples: ["grace@example.com"] });
const givenRole = oneOf(
  roles.filter((role) => role !== "owner"),
  "What they may do. viewer: read. editor: also change what is predicted and from which data. administrator: also keys, members, connections, webhooks and settings.",
);

export const memberRecord = Type.Object(
  {
    user_id: Type.String({
      description: "ID of the user, the same in every account.",
      examples: [exampleId],
    }),
    email: emailOf("E-mail address with which they sign in."),
    role: oneOf(roles, "Role in the account."),
    created_at: described("When they became a member.", instant),
    entered_at: described("When they last signed in to the account or switched to it.", instant),
  },
  { title: "Member" },
);

export const memberPatch = described("The new role.", closed({ role: givenRole }, "MemberPatch"), {
  role: "editor",
});

export const memberParams = closed({
  user_id: Type.String({ description: "ID of the user." }),
});

export const invitationPost = described(
  "Who is invited.",
  closed(
    {
      email: Type.String({
        format: "email",
        maxLength: 320,
        description: "Their e-mail address. Only a user with this address can accept.",
        examples: ["grace@example.com"],
      }),
      role: givenRole,
    },
    "InvitationPost",
  ),
  { email: "grace@example.com", role: "editor" },
);

export const invitationRecord = Type.Object(
  {
    id: Type.String({ description: "ID of the invitation, to withdraw it.", examples: [exampleId] }),
    email: emailOf("E-mail address that is invited."),
    role: givenRole,
    invited_by: Type.String({
      description: "E-mail address of the member, or name of the key, that invited.",
      examples: ["ada@example.com"],
    }),
    is_mailed: Type.Boolean({
      description:
        "true: the link was sent to the address. false: the service sends no e-mails, and whoever invites passes the link on.",
    }),
    created_at: described("When the invitation was made.", instant),
    expires_at: described("Until when it can be accepted.", instant),
    accept_url: optional(
      Type.String({
        description:
          "Link to accept the invitation, to pass on. Only in the answer that makes the invitation, where the service sends no e-mails.",
        examples: ["https://bellwether.example.com/console/join#Zm9v"],
      }),
    ),
  },
  { title: "Invitation" },
);

const token = Type.String({
  minLength: 1,
  maxLength: 200,
  description: "Token from the link.",
  examples: ["q7Rr1m0XhH2c5sD8kL4vB9nW3yT6uE0aJfGpZiOxCwQ"],
});

export const invitationToken = described("The link.", closed({ token }, "InvitationToken"), {
  token: token.examples![0],
} as object);

export const invitationShown = Type.Object(
  {
    account_name: Type.String({ description: "Name of the account.", examples: ["My shop"] }),
    email: emailOf("E-mail address that is invited."),
    role: givenRole,
    has_user: Type.Boolean({
      description: "true: sign in with this address to accept. false: accept with a new password.",
    }),
  },
  { title: "InvitationShown" },
);

export const acceptPost = described(
  "The link, and a password for whoever has none yet.",
  closed({ token, password: optional(password) }, "InvitationAcceptance"),
  { token: token.examples![0], password: "correct horse battery staple" } as object,
);

export const accountSwitch = described(
  "The account to switch to.",
  closed(
    { account_id: Type.String({ minLength: 1, maxLength: 200, description: "ID of the account." }) },
    "AccountSwitch",
  ),
  { account_id: exampleId },
);
