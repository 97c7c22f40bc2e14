// Options of the HTTP app. The app computes nothing: it checks a request, records it together with the builds
// that it requires in one transaction, and answers with the records.

import type { Kysely } from "kysely";
import type { SignUpRule } from "../config/settings.js";
import type { Db } from "../db/connection.js";
import type { Database } from "../db/schema.js";
import type { SsoProvider } from "../domain/account/single-sign-on.js";
import type { TableGrant } from "../domain/data/table-grant.js";
import type { Inspect } from "../domain/kinds/inspection.js";
import type { AskLive } from "../domain/pipeline/live-score.js";
import type { EpochMs } from "../domain/resource/resource.js";
import type { Trouble, Troubles } from "../errors/troubles.js";
import type { FileGuard } from "../integrity/file-guard.js";
import type { Metrics, Sources } from "../metrics/metrics.js";
import type { FileCache } from "../objects/file-cache.js";
import type { Queue } from "../queue/queue.js";

export interface WebhookOptions {
  /** Whether loopback, private and link-local addresses are allowed. */
  privateAddresses: boolean;
  /** Enqueues a delivery in the caller's transaction. */
  enqueue: Queue["enqueue"];
}

export interface ConfirmationOptions {
  /** Whether an address must be confirmed before it receives e-mails. */
  isRequired: boolean;
  /** Enqueues an e-mail in the caller's transaction; null without a mail server. */
  enqueue: Queue["enqueue"] | null;
}

export interface SsoOptions {
  /** Identity providers of the installation. */
  providers: readonly SsoProvider[];
  /** Name servers that are asked for domains. Empty: those of the machine. */
  dnsServers: readonly string[];
}

export interface MetricsOptions {
  metrics: Metrics;
  sources: Sources;
  /** The token that a scraper must send. Undefined: none, and the metrics can be read only where `isOpen`. */
  token: string | undefined;
  /** Whether only this machine can reach the service. */
  isOpen: boolean;
}

/** Limits (`domain/resource/limits.ts`) of requests and accounts that tests and operators may set. */
export interface AppLimits {
  uploadBytes: number;
  bodyBytes: number;
  requestsPerMinute: number;
  eventRequestsPerMinute: number;
  unkeyedRequestsPerMinute: number;
  signUpsPerHour: number;
  resources: number;
  streams: number;
  storedBytes: number;
  files: number;
  noticeStreams: number;
  connections: number;
}

/** How events that programs send become files. */
export interface EventOptions {
  /** Time for which they are gathered. */
  seconds: number;
  /** Files that are merged to one. Absent: the default. */
  filesMerged?: number;
  /** The name of this node, unique among those that live. */
  node: string;
  /** The names of the nodes that live. Absent: this process is the only one. */
  liveNodes?(): Promise<string[]>;
}

export interface AppOptions {
  db: Db;
  dataDir: string;
  /** Copies of files that are in a bucket. Absent: all files are in the data directory. */
  cache?: FileCache | undefined;
  /** Checks stored files before they are read. */
  files: FileGuard;
  /** Plans the builds that a change requires, in the transaction of the change. */
  reconcile(trx: Kysely<Database>, accountId: string, now: EpochMs): Promise<unknown>;
  /** Queries the results of builds in another process. */
  inspect: Inspect;
  /** Scores people as of this moment, in another process. */
  askLive: AskLive;
  clock: () => EpochMs;
  /** Absent: one node, and the default time. */
  events?: EventOptions;
  /** Reported by `GET /ready`. */
  troubles: Troubles;
  /** The troubles of other nodes, reported there too. Absent: there are none. */
  otherTroubles?(): readonly Trouble[];
  limits: AppLimits;
  /** Tables of the lake that accounts may read and write. Absent: there is no cluster. */
  tableGrants?: readonly TableGrant[];
  /** Delay before an account is deleted. */
  accountDeletionDays: number;
  webhooks: WebhookOptions;
  /** Whether connections need TLS with a certificate that is checked. Default: no. */
  isTlsRequired?: boolean;
  /** Absent: the installation has no providers, and the machine's name servers are asked. */
  sso?: SsoOptions;
  /** Writes the files of the sample shop, with orders until the day `through`, and returns their paths. */
  sampleShop(dir: string, through: string): Promise<{ transactions: string; cancellations: string }>;
  /** Rule on who may create an account: anyone, or only the first user. */
  signUp: SignUpRule;
  /** Directory of the guides, `docs` of the repository. */
  docsDir: string;
  /** Directory of the built console; none is served if it is undefined or missing. */
  consoleDir: string | undefined;
  confirmation: ConfirmationOptions;
  /** Time for which a signed link is good, at least. */
  linkDays: number;
  /** Addresses and networks of the proxies in front, whose word on the address of a client counts. Absent: none. */
  trustedProxies?: readonly string[];
  /** Prefix of links, without trailing slash. Undefined: links are relative. */
  publicUrl: string | undefined;
  /** Address of the MCP server for assistants, the only one that they get access for. Absent: any on this machine. */
  assistantsUrl?: string | undefined;
  metrics: MetricsOptions;
  /** Intervals of polling and of heartbeats. Default: 500 ms and 15 s. */
  noticeMs?: { poll: number; heartbeat: number };
  /** Options of Pino; false logs nothing. */
  logger: false | { level: string; stream?: { write(line: string): void } };
}
