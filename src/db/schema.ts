// Tables of the metadata store: configurations, results, jobs. Events are never stored here. Times are epoch
// milliseconds, JSON is text parsed by the store, and booleans are 0 or 1, so that SQLite and PostgreSQL
// agree.

import type { Generated } from "kysely";
import type { AuditAction, AuditActorType } from "../domain/account/audit.js";
import type { KeyScope } from "../domain/account/key-scope.js";
import type { Role } from "../domain/account/role.js";
import type { NodeRole } from "../domain/machine/node.js";
import type { PrivacyMode } from "../domain/people/privacy.js";
import type { ResourceStatus, ResourceType } from "../domain/resource/resource.js";

/** Rows are numbered as they are inserted, which orders rows of the same millisecond. */
type Numbered<T> = T & { sequence: Generated<number> };

export interface AccountTable {
  id: string;
  name: string;
  email: string;
  created_at: number;
  updated_at: number;
  /** When the account will be deleted with everything it owns; null: never. */
  delete_at: number | null;
  /** Counts revocations of all signed links of the account. */
  link_epoch: Generated<number>;
  /** When its owner proved that the e-mail address is theirs; null: not yet, or there is no address. */
  email_confirmed_at: number | null;
  /** The account whose key made it; null: it signed up. */
  parent_account_id: string | null;
  /** 1: its members need a second factor. */
  needs_second_factor: Generated<number>;
  /** 1: nobody signs in to it with a password. */
  sso_only: Generated<number>;
  /** JSON, see `EmailChoices`; null: as usual. */
  email_choices: string | null;
  /** When the last summary of a run was written. */
  summarised_at: number | null;
  /** When the last mail about predicted and actual numbers was written. */
  monthly_mail_at: number | null;
  /** When the newest file of the present run of builds arrived as it began; null: there was none yet. */
  run_began: number | null;
  /** Through which instant files belong to the present run of builds; null: all do. */
  run_until: number | null;
}

/** Only a hash of the key is stored. `hint` is its last four characters, to recognise it. */
export interface ApiKeyTable {
  id: string;
  account_id: string;
  name: string;
  key_hash: string;
  hint: string;
  created_at: number;
  expires_at: number | null;
  revoked_at: number | null;
  /** Accurate to the hour; null: never. */
  last_used_at: number | null;
  scope: Generated<KeyScope>;
  role: Generated<Role>;
  /** E-mail address of the member, or name of the key, that issued it; null: it came with the account, or before 1.1. */
  issued_by: string | null;
  /** The key that was issued in its place; null: none. */
  replaced_by: string | null;
  /** The person whose assistant has it as its access token; null: it is a key of the account. */
  user_id: string | null;
  /** The address at which the assistant's token is good; null: at the API. */
  resource: string | null;
}

/**
 * An assistant that a person has connected, under the ID of its key. Until its code is redeemed, it has no refresh
 * token and ends with the code.
 */
export interface AssistantTable {
  id: string;
  /** Hash of the client's ID, which holds its name and addresses. */
  client_hash: string;
  redirect_uri: string;
  /** Code challenge of PKCE. */
  challenge: string;
  code_hash: string;
  /** Hash of the half that all refresh tokens share; null: the code is not redeemed. */
  family_hash: string | null;
  /** Hash of the newest refresh token. */
  refresh_hash: string | null;
  ends_at: number;
}

/**
 * Somebody who signs in. `email_key` is the e-mail address in lower case, unique, or a text that is no address while
 * another user holds it. Each user is a member of an account.
 */
export interface UserTable {
  id: string;
  email: string;
  email_key: string;
  /** Null: without a password. */
  hash: string | null;
  /** When the user proved that the address is theirs; null: not yet. */
  email_confirmed_at: number | null;
  created_at: number;
}

/** A user's second factor, from the moment when setting it up begins. */
export interface SecondFactorTable {
  user_id: string;
  /** Secret of the app, sealed. */
  sealed_secret: string;
  /** Step of the last code that was used. */
  last_step: number;
  /** JSON: hashes of the recovery codes that are left. */
  recovery_hashes: string;
  /** Null: not yet. */
  confirmed_at: number | null;
  created_at: number;
}

/** The link of a mail by which a user says that a sign-in or a change was not theirs. Only the hash of its token is stored. */
export interface SecurityLinkTable {
  token_hash: string;
  user_id: string;
  /** 1: the user had a password then. */
  has_password: number;
  /** When the second factor was confirmed that the mail reports; null: it reports something else. */
  factor_since: number | null;
  /** The passkey that the mail reports; null: it reports something else. */
  passkey_id: string | null;
  expires_at: number;
}

/** A passkey of a user. */
export interface PasskeyTable {
  id: string;
  /** As its device names it, in base64url. */
  credential_id: string;
  user_id: string;
  name: string;
  /** COSE key in base64. */
  public_key: string;
  /** Number of signatures of the device; 0: it counts none. */
  counter: number;
  /** JSON: how browsers reach the device. */
  transports: string;
  created_at: number;
  /** Null: never. */
  used_at: number | null;
}

/** A user's place in an account. At most one of an account is its owner. */
export interface MembershipTable {
  account_id: string;
  user_id: string;
  role: Role;
  created_at: number;
  /** When the user last signed in to the account or switched to it. */
  entered_at: number;
}

/** An invitation to become a member, good once and until it expires. Only the hash of its token is stored. */
export interface InvitationTable {
  id: string;
  account_id: string;
  email: string;
  /** The address in lower case, unique in the account. */
  email_key: string;
  role: Exclude<Role, "owner">;
  token_hash: string;
  /** 1: the link went to the address. */
  is_mailed: number;
  /** E-mail address of the member or name of the key. */
  invited_by: string;
  created_at: number;
  expires_at: number;
}

/**
 * A session. Only hashes of tokens are stored: of the current one, and of the previous one, which remains
 * valid for a short time.
 */
export interface SessionTable {
  id: string;
  /** The account that it is in now. */
  account_id: string;
  /** Null: it was started with an API key. */
  user_id: string | null;
  /** That of the key; null: the user's in the account. */
  role: Role | null;
  token_hash: string;
  previous_hash: string | null;
  /** When the current token was issued: within an hour of the last use. */
  issued_at: number;
  /** When the current token was first used; null: the response with it may have been lost. */
  received_at: number | null;
  created_at: number;
  /** The identity provider by which it began; null: a password or a key. */
  provider_id: string | null;
  /** The account whose provider that is, and which the session stays in; null: none, or one of the installation. */
  provider_account_id: string | null;
  /** 1: the provider has asked for a second factor. */
  has_provider_factor: Generated<number>;
  /** 1: it began with a passkey, or one was registered in it. */
  has_passkey: Generated<number>;
}

/** An identity provider of an account. */
export interface SsoProviderTable {
  id: string;
  account_id: string;
  name: string;
  issuer: string;
  client_id: string;
  /** Null: a client without a secret. */
  sealed_secret: string | null;
  /** JSON, see `SsoRules`. */
  config: string;
  created_at: number;
  updated_at: number;
}

/** An e-mail domain that an account names. One account at most has shown that it is theirs. */
export interface SsoDomainTable {
  account_id: string;
  domain: string;
  /** Part of the record in the DNS. */
  token: string;
  /** Null: not yet. */
  verified_at: number | null;
  created_at: number;
}

/** The user whom an identity at a provider signs in. */
export interface SsoIdentityTable {
  /** ID of an account's provider, or of one of the installation. */
  provider_id: string;
  issuer: string;
  subject: string;
  user_id: string;
  created_at: number;
  used_at: number;
}

/** Hash of the state of a sign-in that came back from its provider, which is good once. */
export interface SsoUsedStateTable {
  hash: string;
  until: number;
}

/** A completely uploaded file. `path` is relative to the data directory; the file is never written again. */
export interface UploadTable {
  account_id: string;
  directory: string;
  filename: string;
  path: string;
  bytes: number;
  md5: string;
  sha256: string;
  created_at: number;
  /** When its bytes were found to be others than those that arrived; null: never. */
  damaged_at: number | null;
  /** JSON: the files that it was merged from, by `fileMark`; null: none. */
  merged_from: string | null;
}

/**
 * A file that was replaced or deleted at `replaced_at`. It is kept until the datasets that read its directory
 * have been built.
 */
export interface ReplacedUploadTable
  extends Pick<UploadTable, "account_id" | "directory" | "filename" | "bytes" | "sha256" | "created_at"> {
  /** Null: its bytes are discarded. */
  path: string | null;
  replaced_at: number;
}

/** A file uploaded in parts. It becomes an upload with the same `path` once all of its `bytes` have arrived. */
export interface ResumableUploadTable {
  id: string;
  account_id: string;
  directory: string;
  filename: string;
  path: string;
  bytes: number;
  created_at: number;
  finished_at: number | null;
  /** JSON: size and SHA-256 of each part that arrived, in order; null before the first ends. */
  parts: string | null;
}

export type Announcement = "built" | "failed";

export interface ResourceTable {
  id: string;
  account_id: string;
  type: ResourceType;
  name: string;
  /** The name in lower case where names are unique within the type, otherwise null. Unique. */
  name_key: string | null;
  config: string;
  /** Counts changes of the record, for `If-Match`. */
  version: number;
  /** Another number after any change of the row. */
  revision: Generated<number>;
  status: ResourceStatus;
  /** Why the build failed, while the status is `error`. */
  status_error: string | null;
  /** Why the build waits, while the status is `new` or `starting`. */
  waiting_for: string | null;
  status_changed_at: number;
  /** Progress of the running build, 0 to 1, and its current activity. */
  progress: number | null;
  progress_text: string | null;
  /** When the progress was reported. */
  progress_at: number | null;
  /** Directory of the files of the last successful build, relative to the data directory. */
  result_dir: string | null;
  /** Part of its result that plans read, as JSON, see `PlannedResult`; null: nothing was built. */
  planned_result: string | null;
  /** Files of the result that are missing or have other bytes, as a JSON array of paths; null: none. */
  damaged_files: string | null;
  /** Fingerprint of the result, which is stale when the current fingerprint differs. */
  fingerprint: string | null;
  /** Fingerprint of a refused build, which is not repeated until something changes. */
  failed_fingerprint: string | null;
  /** The message of that refusal. */
  failed_error: string | null;
  /** State of program and machine in which a build was given up after crashes; null: it was refused. */
  gave_up_under: string | null;
  /** Number of builds that the owner has requested without a change. */
  forced: Generated<number>;
  /** Duration of the last successful build; null: unknown. */
  build_ms: number | null;
  /** When elapsed time alone will make the result stale, or null. */
  due_at: number | null;
  /** The last announcement about this configuration; null before the first one. */
  announced: Announcement | null;
  created_at: number;
  updated_at: number;
  last_read_input_at: number | null;
  last_updated_config_at: number;
  last_updated_output_at: number | null;
  archived_at: number | null;
  /** Counts revocations of the signed links to the resource. */
  link_epoch: Generated<number>;
  /** JSON, see `Maker`; null: the service, or before 1.1. */
  made_by: string | null;
  /** JSON, see `Note`; null: none. */
  note: string | null;
}

/**
 * Result of the last successful build of a resource. It is as large as all else about the resource, many
 * times over.
 */
export interface ResultTable {
  resource_id: string;
  /** JSON. */
  result: string;
  /** The files of its directory as JSON, see `StoredFile`. */
  files: string;
}

/** The configuration of `downstream` refers to `upstream`. */
export interface ReferenceTable {
  downstream_id: string;
  upstream_id: string;
}

/**
 * A durable job. `queued` → `running` (leased to an owner) → deleted when done; `failed` jobs stay for the record.
 * A running job whose lease has expired can be taken over. A `dedupe_key` has at most one queued and one running job.
 */
export interface JobTable {
  id: string;
  account_id: string;
  /** `connected`: a build that waits for a server of its owner. */
  kind: "build" | "connected" | "replay" | "plan" | "mail" | "webhook";
  payload: string;
  state: "queued" | "running" | "failed";
  dedupe_key: string | null;
  run_at: number;
  /** Number of claims. */
  attempt: number;
  /** Number of failed attempts, without those whose worker ended. */
  failures: number;
  lease_owner: string | null;
  lease_until: number | null;
  error: string | null;
  created_at: number;
}

/** A file that a target delivered, by its hash. */
export interface DeliveredFileTable {
  target_id: string;
  built_at: number;
  sha256: string;
  /** A `FileSource` as JSON. */
  source: string;
}

/**
 * `confirmation` asks whether the address is the owner's, `invitation` invites whoever has it: the only mails to addresses
 * that are not confirmed. `security` tells users of sign-ins and of changes of how they sign in, `look` asks
 * a member to look at something.
 */
export type MailKind = "news" | "confirmation" | "invitation" | "security" | "look";

/** An e-mail, written in the transaction of the change that it reports. `sent_at` stays null without a mail server. */
export interface OutboxTable {
  id: string;
  account_id: string;
  recipient: string;
  subject: string;
  body: string;
  created_at: number;
  sent_at: number | null;
  /** Number of attempts to send it. */
  attempts: number;
  error: string | null;
  /** Why it is not sent yet: the mail server does not answer. */
  waiting_for: string | null;
  kind: Generated<MailKind>;
  /** The same as `body` in HTML; null: as text alone. */
  html: string | null;
}

/**
 * The newest build of a resource that no mail has reported. `is_awaited`: the first of its configuration, or
 * after a failure.
 */
export interface UnmailedBuildTable {
  resource_id: string;
  account_id: string;
  news: Announcement;
  is_awaited: number;
}

/**
 * Content of the last mail about a resource, as JSON: see `notify/run-mail.ts` and `notify/monthly-mail.ts`.
 */
export interface MailedBuildTable {
  resource_id: string;
  facts: string;
}

/**
 * A request with an idempotency key, which is executed once however often it is sent. `request` is its method
 * and path; `body_hash` is null until an upload has arrived. `changed_id` is what it created or changed last,
 * and null while that is not committed. `status` is null until there is a response; `answer` is also null if
 * it contained a secret.
 */
export interface IdempotencyTable {
  account_id: string;
  idempotency_key: string;
  request: string;
  body_hash: string | null;
  changed_id: string | null;
  status: number | null;
  content_type: string | null;
  answer: string | null;
  created_at: number;
}

/**
 * A URL that receives an account's webhooks. `enabled_events` is a JSON array. Disabled by the owner, or with
 * a reason.
 */
export interface WebhookEndpointTable {
  id: string;
  account_id: string;
  url: string;
  description: string | null;
  enabled_events: string;
  secret: string;
  /** The secret before the last rotation, which signs too until `previous_secret_until`. */
  previous_secret: string | null;
  previous_secret_until: number | null;
  /** Counts changes by the owner, for `If-Match`. */
  version: number;
  disabled_at: number | null;
  disabled_reason: string | null;
  /** Time since which every attempt has failed; null: the last one succeeded. */
  failing_since: number | null;
  created_at: number;
  updated_at: number;
}

/** One message to one endpoint: `waiting`, then `delivered` or finally `failed`. */
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
  /** Of a message of a trigger: messages of one trigger go to an endpoint one after the other. */
  message_id: string | null;
}

/** What a trigger reported at one build, at most of a hundred people. `people` are `ReportedPerson` as JSON. */
export interface TriggerMessageTable {
  id: string;
  trigger_id: string;
  type: string;
  text: string;
  data_through: number;
  people: string;
  more: number;
  created_at: number;
}

/** A day that an account marked on its charts: `2026-11-04`, and what happened. */
export interface MarkedDayTable {
  id: string;
  account_id: string;
  day: string;
  text: string;
  created_at: number;
}

/** A person whom a trigger judged by a live score since its last build: see `LiveJudgement`. */
export interface TriggerJudgementTable {
  trigger_id: string;
  person_id: string;
  side: number;
  value: number | null;
  reported_at: number | null;
  sent_at: number | null;
  judged_at: number;
  is_ahead: number;
}

/** The installation: one row. A data directory with the same id belongs to this store. */
export interface InstallationTable {
  id: string;
}

/**
 * A process of Bellwether on this store. PostgreSQL only, and times by its server's clock. A node whose time
 * is over is dead.
 */
export interface NodeTable {
  name: string;
  /** One start of the node. */
  run: string;
  role: NodeRole;
  version: string;
  /** The state under which it builds, see `MachineState`; null: it builds nothing. */
  build_state: string | null;
  /** Inode of the identity file, which tells the node's data directory from a copy on the same disk. */
  directory: string;
  /** Counts its beats. */
  beat: number;
  /** JSON: for each account whose files it reads, since when. */
  reads: string;
  /** Moment of `reads`, which lacks what the node began to read later. */
  reads_as_of: number;
  /** JSON: what is wrong with it. */
  troubles: string;
  started_at: number;
  alive_until: number;
}

/** The right to do something that only one process may do at a time, by the server's clock. */
export interface LeaseTable {
  name: string;
  /** The run of a node, or the name of a command. */
  holder: string;
  held_until: number;
}

/** A file or directory of the data directory that the store has given up: it can be removed once nothing reads it. */
export interface DiscardTable {
  /** Relative to the data directory. */
  path: string;
  /** The account may be deleted already. */
  account_id: string;
  reason: DiscardReason;
  created_at: number;
}

/**
 * `replaced`: a newer result or upload took its place. `deleted`: its owner deleted it. `unrecorded`: no
 * result was made of it.
 */
export type DiscardReason = "replaced" | "deleted" | "unrecorded";

/**
 * Action of somebody in an account. Reads of the same thing by the same actor within an hour are one entry,
 * which counts them. The names are those of that moment, because keys and resources are renamed and deleted.
 */
export interface AuditEntryTable {
  id: string;
  account_id: string;
  at: number;
  times: number;
  /** The last of `times`. */
  last_at: number;
  actor_type: AuditActorType;
  actor_id: string | null;
  actor_name: string | null;
  /** Last four characters of a key. */
  actor_hint: string | null;
  /** Network address of the request. */
  address: string | null;
  action: AuditAction;
  resource_type: string | null;
  resource_id: string | null;
  resource_name: string | null;
  /** Paths of changed fields, as JSON; never values, which may be secrets or people's data. */
  changes: string;
  /** Seals a count of reads that no link has yet; null: the count is that of its last link, or 1. */
  open_count_hash: Generated<string | null>;
}

/**
 * A link of the chain of an account's audit entries. `counts`, `times` and `last_at` are set where it says how
 * often the read of the entry at the position `counts` was counted.
 */
export interface AuditLinkTable {
  account_id: string;
  position: number;
  entry_id: string;
  counts: number | null;
  times: number | null;
  last_at: number | null;
  hash: string;
}

/** Where the chain of an account begins, behind the last link that was removed, and ends. */
export interface AuditChainTable {
  account_id: string;
  position: number;
  hash: string;
  removed_position: number;
  removed_hash: string;
  /** The end of the last checkpoint that endpoints got. */
  announced_position: Generated<number>;
  announced_at: Generated<number>;
}

/**
 * A request to leave people out, by a privacy list: one row for each change of its rows or of the records
 * that they take out. `facts` is JSON. `remade_at`: when all results were made again; `gone_at`: when the
 * last file about the people was removed.
 */
export interface PrivacyReceiptTable {
  id: string;
  account_id: string;
  dataset_id: string;
  mode: PrivacyMode;
  print: string;
  requested_at: number | null;
  applied_at: number;
  remade_at: number | null;
  gone_at: number | null;
  /** Whether the owner has an e-mail about it, or needs none. */
  is_announced: number;
  facts: string;
}

/**
 * A claim of a pipeline's scores. There is no foreign key to the pipeline or the prediction, which it outlives.
 * `cutoff` is in seconds; `facts` is JSON, see `Claim`.
 */
export interface ClaimTable {
  id: string;
  account_id: string;
  scope_id: string;
  outcome_id: string;
  cutoff: number;
  model: string;
  /** When it was first judged; null: not yet. */
  judged_at: number | null;
  facts: string;
}

/** Secrets that the service generates once, by name, such as the one that signs download links. */
export interface SecretTable {
  name: string;
  value: string;
}

/** Parts of an account's sample shop, as JSON. */
export interface SampleTable {
  account_id: string;
  made: string;
  created_at: number;
}

/** On PostgreSQL, what became of a transaction; see `commit.ts`. */
export interface CommitMarkerTable {
  id: string;
  /** 0: it was asked about, and had not been and will not be committed. */
  is_committed: number;
  written_at: number;
}

/**
 * A sign-in that failed of late, or has not succeeded yet. `subject` is a hash of an e-mail address or a
 * network address.
 */
export interface FailedSignInTable {
  subject: string;
  at: number;
}

/** Somebody as the identity provider of an account has them. */
export interface ScimUserTable {
  id: string;
  account_id: string;
  /** The member; null: none. */
  user_id: string | null;
  user_name: string;
  /** In lower case, unique in the account. */
  user_key: string;
  email_key: string;
  external_id: string | null;
  is_active: number;
  /** JSON: name, display name, title and addresses. */
  profile: string;
  created_at: number;
  updated_at: number;
}

/** A group as the identity provider of an account has it. */
export interface ScimGroupTable {
  id: string;
  account_id: string;
  name: string;
  /** In lower case, unique in the account. */
  name_key: string;
  external_id: string | null;
  created_at: number;
  updated_at: number;
}

export interface UseCaseTable {
  id: string;
  account_id: string;
  archived_at: number | null;
  created_at: number;
}

/** A text of an account's knowledge base as it was saved. */
export interface KnowledgeRevisionTable {
  id: string;
  account_id: string;
  /** Null: the overview. */
  use_case_id: string | null;
  /** JSON, see `domain/account/knowledgebase.ts`. */
  text: string;
  created_at: number;
}

export interface Database {
  /** `newest_arrival`: when a file last arrived or was deleted, later for each than for the one before. */
  account: AccountTable & { newest_arrival: Generated<number> };
  audit_entry: Numbered<AuditEntryTable>;
  audit_link: AuditLinkTable;
  audit_chain: AuditChainTable;
  api_key: Numbered<ApiKeyTable>;
  app_user: UserTable;
  second_factor: SecondFactorTable;
  security_link: SecurityLinkTable;
  passkey: PasskeyTable;
  assistant: AssistantTable;
  membership: MembershipTable;
  invitation: InvitationTable;
  marked_day: MarkedDayTable;
  session: SessionTable;
  sso_provider: SsoProviderTable;
  sso_domain: SsoDomainTable;
  sso_identity: SsoIdentityTable;
  sso_used_state: SsoUsedStateTable;
  scim_user: ScimUserTable;
  scim_group: ScimGroupTable;
  scim_group_member: { group_id: string; scim_user_id: string };
  upload: Numbered<UploadTable>;
  replaced_upload: Numbered<ReplacedUploadTable>;
  resumable_upload: Numbered<ResumableUploadTable>;
  resource: Numbered<ResourceTable>;
  result: ResultTable;
  reference: ReferenceTable;
  job: Numbered<JobTable>;
  delivered_file: Numbered<DeliveredFileTable>;
  outbox: Numbered<OutboxTable>;
  unmailed_build: UnmailedBuildTable;
  mailed_build: MailedBuildTable;
  idempotency: IdempotencyTable;
  webhook_endpoint: Numbered<WebhookEndpointTable>;
  webhook_delivery: Numbered<WebhookDeliveryTable>;
  trigger_message: Numbered<TriggerMessageTable>;
  trigger_judgement: TriggerJudgementTable;
  privacy_receipt: Numbered<PrivacyReceiptTable>;
  claim: Numbered<ClaimTable>;
  use_case: Numbered<UseCaseTable>;
  knowledge_revision: Numbered<KnowledgeRevisionTable>;
  sample: SampleTable;
  secret: SecretTable;
  installation: InstallationTable;
  failed_sign_in: Numbered<FailedSignInTable>;
  node: NodeTable;
  lease: LeaseTable;
  discard: DiscardTable;
  commit_marker: CommitMarkerTable;
  /** Names of the applied migrations. */
  migration: { name: string };
}
