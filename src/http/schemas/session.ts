// Passwords and sessions for signing in to the console.

import { type Static, Type } from "@sinclair/typebox";
import { passwordLength } from "../../domain/account/password.js";
import { roles } from "../../domain/account/role.js";
import { closed, described, exampleId, oneOf, optional } from "../../domain/resource/schema.js";
import { codeAttempt } from "./second-factor.js";

export const password = Type.String({
  minLength: passwordLength.min,
  maxLength: passwordLength.max,
  description: "Password of any characters. Longer is better.",
  examples: ["correct horse battery staple"],
});

/** An attempt is compared with the password and need not follow its rules. */
const passwordAttempt = (description: string) =>
  Type.String({ maxLength: 1000, description, examples: ["correct horse battery staple"] });

export const sessionPost = Type.Union(
  [
    closed(
      {
        email: Type.String({
          maxLength: 320,
          description: "E-mail address of the user.",
          examples: ["owner@example.com"],
        }),
        password: passwordAttempt("Password of the user."),
        code: optional(codeAttempt),
      },
      "SessionByPassword",
    ),
    closed(
      {
        api_key: Type.String({
          maxLength: 1000,
          description: "Any API key of the account.",
          examples: ["bw_live_6fJ0cWJmXo2hT1vYkq9dLrZs3uBnEw4P"],
        }),
      },
      "SessionByKey",
    ),
  ],
  { description: "Credentials: e-mail address and password, or an API key." },
);
export type SessionPost = Static<typeof sessionPost>;

export const sessionRecord = Type.Object(
  {
    account: Type.Union(
      [
        Type.Object(
          {
            id: Type.String({ description: "ID of the account.", examples: [exampleId] }),
            name: Type.String({ description: "Display name.", examples: ["My shop"] }),
            email: optional(
              Type.String({
                description: "Recipient of e-mails about builds.",
                examples: ["owner@example.com"],
              }),
            ),
          },
          { title: "SessionAccount" },
        ),
        Type.Null(),
      ],
      { description: "The account that is signed in. null: none." },
    ),
    user: Type.Union(
      [
        Type.Object(
          {
            id: Type.String({ description: "ID of the user.", examples: [exampleId] }),
            email: Type.String({
              description: "E-mail address to sign in with.",
              examples: ["ada@example.com"],
            }),
            has_second_factor: Type.Boolean({
              description: "true: the user signs in with a code of an authenticator app too.",
            }),
            has_passkey: Type.Boolean({
              description: "true: the user signs in with a passkey, and not with the password alone.",
            }),
          },
          { title: "SessionUser" },
        ),
        Type.Null(),
      ],
      { description: "Who is signed in. null: nobody, or whoever has an API key." },
    ),
    role: Type.Union([oneOf(roles, "Role in the account."), Type.Null()], {
      description: "What the session may do in the account. null: nobody is signed in.",
    }),
    needs_second_factor: Type.Boolean({
      description:
        "true: the account asks for a second factor, and the session has none. Nothing else can be done.",
    }),
    accounts: Type.Array(
      Type.Object(
        {
          id: Type.String({ description: "ID of the account.", examples: [exampleId] }),
          name: Type.String({ description: "Display name.", examples: ["My shop"] }),
          role: oneOf(roles, "Role of the user there."),
        },
        { title: "UserAccount" },
      ),
      { description: "The accounts of the user, by name. Empty without a user." },
    ),
    has_password: Type.Boolean({
      description: "true: the user has a password; without a user, the account's owner has one.",
    }),
    awaits_confirmation: Type.Boolean({
      description:
        "true: nothing but its confirmation is sent to the account's e-mail address until its owner confirms it.",
    }),
    is_first_start: Type.Boolean({ description: "true: there is no account yet." }),
    can_sign_up: Type.Boolean({ description: "true: BELLWETHER_SIGN_UP allows a new account." }),
    sends_email: Type.Boolean({
      description:
        "true: the service sends e-mails. false: SMTP_URL is not set, and they stay in the outbox.",
    }),
  },
  { title: "Session" },
);

export const notMePost = described(
  "The link, and a new password once it was asked for.",
  closed(
    {
      token: Type.String({
        minLength: 1,
        maxLength: 200,
        description: "Token from the link of the e-mail.",
        examples: ["q7Rr1m0XhH2c5sD8kL4vB9nW3yT6uE0aJfGpZiOxCwQ"],
      }),
      password: optional(password),
    },
    "NotMePost",
  ),
  { token: "q7Rr1m0XhH2c5sD8kL4vB9nW3yT6uE0aJfGpZiOxCwQ" },
);

export const notMeRecord = Type.Object(
  {
    email: Type.String({
      description: "E-mail address of the user, to sign in with.",
      examples: ["ada@example.com"],
    }),
    needs_password: Type.Boolean({
      description:
        "true: the password of before no longer works. Send the same request with a new one, to sign in again.",
    }),
  },
  { title: "NotMe" },
);

export const passwordPut = described(
  "The new password.",
  closed(
    {
      password,
      current_password: optional(passwordAttempt("Current password. Required in a session if there is one.")),
    },
    "PasswordPut",
  ),
  { password: "correct horse battery staple" },
);
