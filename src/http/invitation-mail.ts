// Mail that invites somebody to an account. Like the one that confirms an address, it goes to whoever a user typed, so it
// holds nothing of their choice, and few go to one address.

import type { Kysely } from "kysely";
import type { Database } from "../db/schema.js";
import { type EpochMs, msPerDay, secondsPerDay } from "../domain/resource/resource.js";
import { refuse } from "../errors/refusal.js";
import { type Invitation, invitationDays } from "../store/invitations.js";
import { mailsSince, queueMail } from "../store/outbox.js";
import { mostPerDay } from "./confirmation.js";
import type { AppOptions } from "./options.js";

/** Of the console's page. The token stands where no server logs it. */
export const acceptUrl = (token: string, publicUrl: string | undefined): string =>
  `${publicUrl ?? ""}/console/join#${token}`;

/** In a transaction. Refuses `invitation-mails-too-many`. */
export const mailInvitation = async (
  trx: Kysely<Database>,
  { confirmation: { enqueue }, publicUrl }: Pick<AppOptions, "confirmation" | "publicUrl">,
  { accountId, email: recipient, role }: Invitation,
  token: string,
  now: EpochMs,
): Promise<void> => {
  if ((await mailsSince(trx, "invitation", recipient, now - msPerDay)) >= mostPerDay)
    throw refuse("invitation-mails-too-many", { limit: mostPerDay, seconds: secondsPerDay });
  const url = acceptUrl(token, publicUrl);
  const body = `You are invited to an account of Bellwether, with the role ${role}. Accept within ${invitationDays} days:

${publicUrl === undefined ? `Open ${url} on your Bellwether service.` : url}

The page says whose account it is. If you do not know it, ignore this message.
`;
  const mail = {
    accountId,
    recipient,
    kind: "invitation",
    subject: "You are invited to Bellwether",
    body,
  } as const;
  const mailId = await queueMail(trx, mail, now);
  await enqueue?.(trx, { accountId, kind: "mail", payload: { mailId } });
};
