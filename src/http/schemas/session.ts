// Passwords and sessions: what the console signs in and out with.

import { type Static, Type } from "@sinclair/typebox";
import { passwordLength } from "../../domain/password.js";
import { closed, described, optional } from "./common.js";

export const password = Type.String({
  minLength: passwordLength.least,
  maxLength: passwordLength.most,
  description: "Of any characters; the longer the better.",
  examples: ["correct horse battery staple"],
});

/** What is checked against a password has no form of its own. */
const tried = (description: string) =>
  Type.String({ maxLength: 1000, description, examples: ["correct horse battery staple"] });

export const sessionPost = Type.Union(
  [
    closed(
      {
        email: Type.String({
          maxLength: 320,
          description: "The account's address.",
          examples: ["owner@example.com"],
        }),
        password: tried("Its password."),
      },
      "SessionByPassword",
    ),
    closed(
      {
        api_key: Type.String({
          maxLength: 1000,
          description: "Any key of the account.",
          examples: ["bw_live_6fJ0cWJmXo2hT1vYkq9dLrZs3uBnEw4P"],
        }),
      },
      "SessionByKey",
    ),
  ],
  { description: "Who signs in: with e-mail address and password, or with an API key." },
);
export type SessionPost = Static<typeof sessionPost>;

export const sessionRecord = Type.Object(
  {
    account: Type.Union(
      [
        Type.Object(
          {
            id: Type.String({ format: "uuid", description: "The account's." }),
            name: Type.String({ description: "Shown to people.", examples: ["My shop"] }),
            email: optional(
              Type.String({ description: "Where e-mails about builds go.", examples: ["owner@example.com"] }),
            ),
          },
          { title: "SessionAccount" },
        ),
        Type.Null(),
      ],
      { description: "Who is signed in; null: nobody is." },
    ),
    has_password: Type.Boolean({ description: "Whether that account has a password, and not keys alone." }),
    is_first_start: Type.Boolean({ description: "Whether there is no account yet." }),
    can_sign_up: Type.Boolean({ description: "Whether a new account can be made (BELLWETHER_SIGN_UP)." }),
  },
  { title: "Session" },
);

export const passwordPut = described(
  "What to sign in with from now on.",
  closed(
    {
      password,
      current_password: optional(tried("The one that it has: needed in the console, where there is one.")),
    },
    "PasswordPut",
  ),
  { password: "correct horse battery staple", current_password: "what it was until now" },
);
