// Mail that tells users of a sign-in in another browser, or of a change of how they sign in. Its link is for whoever it was
// not: it ends all sessions and asks for a new password. It goes to addresses that are the user's, and few in a day.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import { mailsSince, queueMail } from "../store/outbox.js";
import { findFactor } from "../store/second-factors.js";
import { createSecurityLink, securityLinkDays } from "../store/security-links.js";
import { passwordOf, type User } from "../store/users.js";
import { english } from "../words/format.js";
import type { AppOptions } from "./options.js";

/** A day, to one address. Whoever could cause more has the password, and the first of them is there. */
export const mostSecurityMails = 20;

export type SecurityEvent =
  | "sign_in"
  | "set_password"
  | "add_factor"
  | "remove_factor"
  | "add_passkey"
  | "remove_passkey";

const subjects: Readonly<Record<SecurityEvent, string>> = {
  sign_in: "New sign-in to Bellwether",
  set_password: "Your password of Bellwether was changed",
  add_factor: "A second factor was added to your sign-in to Bellwether",
  remove_factor: "The second factor of your sign-in to Bellwether was removed",
  add_passkey: "A passkey was added to your sign-in to Bellwether",
  remove_passkey: "A passkey of your sign-in to Bellwether was removed",
};

interface Happened {
  accountId: string;
  user: User;
  event: SecurityEvent;
  /** Network address of the request. */
  address: string;
  /** The passkey that was added or removed. */
  passkeyId?: string;
}

/** In the transaction of the change. Without a mail server nothing is written: nobody would read it. */
export const mailSecurityEvent = async (
  trx: Kysely<Database>,
  { confirmation: { isRequired, enqueue }, publicUrl }: Pick<AppOptions, "confirmation" | "publicUrl">,
  { accountId, user, event, address, passkeyId: about }: Happened,
  now: EpochMs,
): Promise<void> => {
  const { id: userId, email: recipient } = user;
  if (!enqueue || (isRequired && user.emailConfirmedAt === null)) return;
  if ((await mailsSince(trx, "security", recipient, now - msPerDay)) >= mostSecurityMails) return;
  const factorSince = event === "add_factor" ? ((await findFactor(trx, userId))?.confirmedAt ?? null) : null;
  const hasPassword = (await passwordOf(trx, userId)) !== undefined;
  const passkeyId = event === "add_passkey" ? (about ?? null) : null;
  const token = await createSecurityLink(trx, { userId, hasPassword, factorSince, passkeyId }, now);
  const url = `${publicUrl ?? ""}/console/not-me#${token}`;
  const body = `${sentenceOf(event, recipient)}

Time: ${new Date(now).toISOString().slice(0, 16).replace("T", " ")} UTC
Network address: ${address}

If it was you, there is nothing to do. If it was not, open this link within ${english.count(securityLinkDays)} days. It signs you out everywhere and asks for a new password:

${publicUrl === undefined ? `Open ${url} on your Bellwether service.` : url}
`;
  const mail = { accountId, recipient, kind: "security", subject: subjects[event], body } as const;
  const mailId = await queueMail(trx, mail, now);
  await enqueue(trx, { accountId, kind: "mail", payload: { mailId } });
};

const sentenceOf = (event: SecurityEvent, email: string): string => {
  switch (event) {
    case "sign_in":
      return `Somebody signed in to Bellwether as ${email}, in a browser in which you had not signed in before.`;
    case "set_password":
      return `The password of ${email} was changed.`;
    case "add_factor":
      return `A second factor was added to the sign-in of ${email}.`;
    case "remove_factor":
      return `The second factor of the sign-in of ${email} was removed.`;
    case "add_passkey":
      return `A passkey was added to the sign-in of ${email}. Whoever has it signs in without a password.`;
    case "remove_passkey":
      return `A passkey of the sign-in of ${email} was removed.`;
  }
};
