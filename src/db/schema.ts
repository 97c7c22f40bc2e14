// The metadata store: what was configured, what was built, what is to be done. Events are never in here.
// Times are epoch milliseconds, JSON is text parsed by the store, booleans are 0 or 1, so that SQLite and PostgreSQL agree.

import type { Generated } from "kysely";
import type { ResourceStatus, ResourceType } from "../domain/resource.js";

/** Rows of one table are numbered as they are inserted: rows of the same millisecond keep their order. */
type Numbered<T> = T & { sequence: Generated<number> };

export interface AccountTable {
  id: string;
  name: string;
  email: string;
  created_at: number;
  updated_at: number;
  /** When it is to be deleted with everything it owns; null: never. */
  delete_at: number | null;
}

/** Only a hash of the key is kept. `hint` is its last four characters, to tell keys apart. */
export interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string;
  key_hash: string;
  hint: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** To the hour; null: never. */
  last_used_at: number | null;
}

/** What an account is signed in to with. `email_key` is its address without case: no two accounts sign in with the same. */
export interface PasswordTable {
  account_id: string;
  email_key: string;
  hash: string;
}

/**
 * Somebody signed in. Only hashes of tokens are kept: of the one that was issued last, and of the one before it, which is
 * on its way out.
 */
export interface SessionTable {
  id: string;
  account_id: string;
  token_hash: string;
  previous_hash: string | null;
  /** When the last token was issued, which is within the hour of the last use. */
  issued_at: number;
  /** When the last token was first used; null: it may have been lost on its way. */
  received_at: number | null;
  created_at: number;
}

/** A file that has arrived whole. `path` is relative to the data directory and is never written to again. */
export interface UploadTable {
  account_id: string;
  directory: string;
  filename: string;
  path: string;
  bytes: number;
  md5: string;
  sha256: string;
  created_at: number;
}

/** A file that arrives in parts. `path` is as that of an upload, which it becomes once it has all of its `bytes`. */
export interface ResumableUploadTable {
  id: string;
  account_id: string;
  directory: string;
  filename: string;
  path: string;
  bytes: number;
  created_at: number;
  finished_at: number | null;
}

export type Announcement = "built" | "failed";

export interface ResourceTable {
  id: string;
  account_id: string;
  type: ResourceType;
  name: string;
  /** The name without case where names are unique among a type, null where they may repeat. Unique. */
  name_key: string | null;
  config: string;
  /** Counts changes of the record, for `If-Match`. */
  version: number;
  status: ResourceStatus;
  status_error: string | null;
  status_changed_at: number;
  /** Share done of the running build, 0 to 1, and what it does. */
  progress: number | null;
  progress_text: string | null;
  /** When that was said. */
  progress_at: number | null;
  /** Result of the last successful build, as JSON, and where its files are (relative to the data directory). */
  result: string | null;
  result_dir: string | null;
  /** Fingerprint that the result was made from; stale when it differs from today's. */
  fingerprint: string | null;
  /** Fingerprint whose build was refused: it is not tried again until something changes. */
  failed_fingerprint: string | null;
  /** How often its owner has asked for a build although nothing had changed. */
  forced: Generated<number>;
  /** How long the last build that ended with a result ran; null: not known. */
  build_ms: number | null;
  /** When the passing of time alone makes the result stale, or null. */
  due_at: number | null;
  /** What the owner has last been told of this configuration; null before the first mail. */
  announced: Announcement | null;
  created_at: number;
  updated_at: number;
  last_read_input_at: number | null;
  last_updated_config_at: number;
  last_updated_output_at: number | null;
  archived_at: number | null;
}

/** `downstream` is configured with `upstream`: what deleting asks, and what the graph draws. */
export interface ReferenceTable {
  downstream_id: string;
  upstream_id: string;
}

/**
 * A durable job. `queued` → `running` (leased to an owner) → gone when done; `failed` stays for the record.
 * A running job whose lease has run out can be taken over. A `dedupe_key` has at most one queued and one running job.
 */
export interface JobTable {
  id: string;
  account_id: string;
  kind: "build" | "mail" | "webhook";
  payload: string;
  state: "queued" | "running" | "failed";
  dedupe_key: string | null;
  run_at: number;
  /** How many times it was claimed. */
  attempt: number;
  /** How many attempts failed; one that ended because its worker did is no failure. */
  failures: number;
  lease_owner: string | null;
  lease_until: number | null;
  error: string | null;
  created_at: number;
}

/** E-mail, written in the transaction of what it tells. `sent_at` stays null without a mail server. */
export interface OutboxTable {
  id: string;
  account_id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: number;
  sent_at: number | null;
  /** How often a mail server was asked to take it. */
  attempts: number;
  error: string | null;
}

/**
 * A request that is carried out once, however often it is sent. `request` is its method and path; `body_hash` is null until an
 * upload has arrived. `status` is null until it is answered, `answer` also where it held a secret.
 */
export interface IdempotencyTable {
  account_id: string;
  idempotency_key: string;
  request: string;
  body_hash: string | null;
  status: number | null;
  content_type: string | null;
  answer: string | null;
  created_at: number;
}

/** Where an account is told of its builds by HTTP. `enabled_events` is a JSON array. Disabled by the owner, or for a reason. */
export interface WebhookEndpointTable {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  enabled_events: string;
  secret: string;
  /** Counts changes by the owner, for `If-Match`. */
  version: number;
  disabled_at: number | null;
  disabled_reason: string | null;
  /** Since when every attempt has failed; null: the last one did not. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

/** One message to one endpoint: `waiting` until it is `delivered`, or `failed` for good. */
export interface WebhookDeliveryTable {
  id: string;
  endpoint_id: string;
  type: string;
  body: string;
  state: "waiting" | "delivered" | "failed";
  attempts: number;
  response_status: number | null;
  error: string | null;
  created_at: number;
  last_attempt_at: number | null;
  next_attempt_at: number | null;
}

/** Secrets the service makes for itself once, by name: what signs download links. */
export interface SecretTable {
  name: string;
  value: string;
}

export interface Database {
  account: AccountTable;
  api_key: Numbered<ApiKeyTable>;
  password: PasswordTable;
  session: SessionTable;
  upload: Numbered<UploadTable>;
  resumable_upload: Numbered<ResumableUploadTable>;
  resource: Numbered<ResourceTable>;
  reference: ReferenceTable;
  job: Numbered<JobTable>;
  outbox: Numbered<OutboxTable>;
  idempotency: IdempotencyTable;
  webhook_endpoint: Numbered<WebhookEndpointTable>;
  webhook_delivery: Numbered<WebhookDeliveryTable>;
  secret: SecretTable;
  /** Names of the migrations that have run. */
  migration: { name: string };
}
