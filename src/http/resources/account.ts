// Accounts, API keys and e-mails on the way out. Only the answer that issues a key contains it.

import { countryOf, modeOf } from "../../domain/people/people.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Account } from "../../store/accounts.js";
import type { ApiKey } from "../../store/keys.js";
import type { OutboxRow } from "../../store/outbox.js";
import type { Resource } from "../../store/resources.js";
import { present } from "../json.js";
import { isoMs, isoSeconds } from "./record.js";

export const renderAccount = (
  account: Account,
  { config, result }: Resource<"people">,
  extra: JsonObject = {},
): JsonObject =>
  present({
    id: account.id,
    resource_type: "accounts",
    name: account.name,
    email: account.email || undefined,
    parent_account_id: account.parentId,
    email_confirmed_at: isoMs(account.emailConfirmedAt),
    status: "ready",
    created_at: isoMs(account.createdAt),
    updated_at: isoMs(account.updatedAt),
    delete_at: isoMs(account.deleteAt),
    data_through: isoSeconds(result?.data_through),
    needs_second_factor: account.needsSecondFactor,
    sso_only: account.ssoOnly,
    emails: account.emails,
    identity_resolution: {
      ...config.identity_resolution,
      mode: modeOf(config),
      default_country: countryOf(config),
    },
    ...extra,
  });

export const renderKey = ({
  createdAt,
  expiresAt,
  lastUsedAt,
  issuedBy,
  replacedBy,
  ...key
}: ApiKey): JsonObject =>
  present({
    ...key,
    created_at: isoMs(createdAt),
    expires_at: isoMs(expiresAt),
    last_used_at: isoMs(lastUsedAt),
    issued_by: issuedBy,
    replaced_by: replacedBy,
  });

/** A token proves that whoever has it reads the mail: it is shown to nobody else. */
const withoutToken = (body: string): string => body.replaceAll(/(\?token=|\/join#|\/not-me#)[\w.-]+/g, "$1…");

export const renderMail = ({
  id,
  recipient,
  subject,
  body,
  html,
  created_at,
  sent_at,
  attempts,
  waiting_for,
  error,
  kind,
}: OutboxRow) =>
  present({
    id,
    recipient,
    subject,
    body: kind === "news" ? body : withoutToken(body),
    html: html ?? undefined,
    created_at: isoMs(created_at),
    sent_at: isoMs(sent_at),
    attempts,
    waiting_for: waiting_for ?? undefined,
    error,
  });
