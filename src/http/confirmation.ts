// Confirmation of e-mail addresses: a token in a mail proves that whoever has it reads the mail of that
// address. It is signed and not stored. The mail holds nothing that the account's maker chose, because it may
// be a stranger who typed somebody else's address.

import { createHmac, timingSafeEqual } from "node:crypto";
import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type EpochMs, msPerDay } from "../domain/resource/resource.js";
import type { Account } from "../store/accounts.js";
import { mailsSince, queueMail } from "../store/outbox.js";
import { secretNamed } from "../store/secrets.js";
import type { AppOptions } from "./options.js";

const validMs = 7 * msPerDay;

/**
 * Mails a day to one address, of all accounts together, so that nobody's mailbox is filled by signing up with
 * their address.
 */
export const mostPerDay = 5;

type Owner = Pick<Account, "id" | "email">;

export const makeConfirmation = (secret: string, owner: Owner, now: EpochMs): string => {
  const until = now + validMs;
  return `${owner.id}.${until}.${signatureOf(secret, owner, until).toString("base64url")}`;
};

/** The account that a token is for, not yet checked. */
export const accountOfConfirmation = (token: string): string => token.split(".")[0]!;

export const isConfirmation = (secret: string, owner: Owner, token: string, now: EpochMs): boolean => {
  const [id, until, signature = ""] = token.split(".");
  const given = Buffer.from(signature, "base64url");
  const expected = signatureOf(secret, owner, Number(until));
  return (
    id === owner.id &&
    Number(until) > now &&
    given.length === expected.length &&
    timingSafeEqual(given, expected)
  );
};

const signatureOf = (secret: string, { id, email }: Owner, until: number): Buffer =>
  createHmac("sha256", Buffer.from(secret, "base64")).update(`confirm:${id}:${until}:${email}`).digest();

/**
 * In a transaction: writes the mail, if the address is not confirmed and confirmation is asked for. False if
 * too many were written.
 */
export const askToConfirm = async (
  trx: Kysely<Database>,
  { confirmation: { isRequired, enqueue }, publicUrl }: Pick<AppOptions, "confirmation" | "publicUrl">,
  account: Account,
  now: EpochMs,
): Promise<boolean> => {
  const { id: accountId, email: recipient } = account;
  if (!isRequired || recipient === "" || account.emailConfirmedAt !== null) return true;
  if ((await mailsSince(trx, "confirmation", recipient, now - msPerDay)) >= mostPerDay) return false;
  const token = makeConfirmation(await secretNamed(trx, "email-confirmation"), account, now);
  const mail = { accountId, recipient, kind: "confirmation", ...messageOf(token, publicUrl) } as const;
  const mailId = await queueMail(trx, mail, now);
  await enqueue?.(trx, { accountId, kind: "mail", payload: { mailId } });
  return true;
};

const messageOf = (token: string, publicUrl: string | undefined) => ({
  subject: "Confirm your e-mail address",
  body: `Someone signed up for Bellwether with this e-mail address. If it was you, confirm it within a week:

${publicUrl === undefined ? `Open /confirm_email?token=${token} on your Bellwether service.` : `${publicUrl}/confirm_email?token=${token}`}

If it was not you, ignore this message: nothing else is sent to this address.
`,
});
