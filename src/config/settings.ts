// All settings of the service and of its command line: variable, default, unit, check and meaning.

import { hostname } from "node:os";
import path from "node:path";
import { parseTableGrants, type TableGrant } from "../domain/data/table-grant.js";
import { isAddressRange } from "../domain/machine/address-ranges.js";
import { parseClusterAddress } from "../domain/machine/cluster-address.js";
import { parseSyslogAddress, type SyslogAddress } from "../domain/machine/syslog-address.js";
import { type Limit, limits } from "../domain/resource/limits.js";

/** The machine, on which defaults may depend. */
export interface Machine {
  cores: number;
  memoryMb: number;
}

export interface Setting<V> {
  variable: string;
  /** The default, and its description in the reference. */
  initial(machine: Machine): V;
  initially: string;
  unit: string;
  allowed: string;
  /** Undefined refuses the text. */
  parse(text: string): V | undefined;
  text: string;
}

const integer =
  (min: number, max: number) =>
  (text: string): number | undefined => {
    const value = /^\d+$/.test(text) ? Number(text) : Number.NaN;
    return value >= min && value <= max ? value : undefined;
  };

/** A limit that an operator can set. */
const ofLimit = ({
  is,
  unit,
  setting,
  meaning,
}: Limit & Required<Pick<Limit, "setting">>): Setting<number> => {
  const { variable, min, max } = setting;
  return {
    variable,
    initial: () => is,
    initially: String(is),
    unit,
    allowed:
      max === Number.MAX_SAFE_INTEGER
        ? `a whole number, at least ${min}`
        : `a whole number from ${min} to ${max}`,
    parse: integer(min, max),
    text: meaning,
  };
};

const url =
  (...schemes: string[]) =>
  (text: string): string | undefined =>
    URL.canParse(text) && schemes.includes(new URL(text).protocol.slice(0, -1)) ? text : undefined;

const clusterUrl = (text: string): string | undefined => (parseClusterAddress(text) ? text : undefined);

const withoutTrailingSlash = (text: string | undefined): string | undefined => text?.replace(/\/+$/, "");

export const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

export const privateAddressRules = ["if-local", "always", "never"] as const;
export type PrivateAddressRule = (typeof privateAddressRules)[number];

export const confirmationRules = ["unless-local", "always", "never"] as const;
export type ConfirmationRule = (typeof confirmationRules)[number];

export const signUpRules = ["anyone", "first"] as const;
export type SignUpRule = (typeof signUpRules)[number];

export const tlsRules = ["as-given", "required"] as const;
export type TlsRule = (typeof tlsRules)[number];

export const settings = {
  port: {
    variable: "PORT",
    initial: () => 8080,
    initially: "8080",
    unit: "TCP port",
    allowed: "a whole number from 0 to 65535",
    parse: integer(0, 65_535),
    text: "Port of the API and the console. 0 takes any free port.",
  } satisfies Setting<number>,
  host: {
    variable: "HOST",
    initial: () => "127.0.0.1",
    initially: "127.0.0.1",
    unit: "address",
    allowed: "an address or host name of this machine",
    parse: (text) => (/^[A-Za-z0-9.:_-]+$/.test(text) ? text : undefined),
    text: "Interface to listen on. Anyone who reaches it can sign up: open it to a network you trust.",
  } satisfies Setting<string>,
  dataDir: {
    variable: "BELLWETHER_DATA",
    initial: () => path.resolve("data"),
    initially: "./data",
    unit: "directory",
    allowed: "a directory",
    parse: (text) => path.resolve(text),
    text: "Uploads, results and, without DATABASE_URL, the metadata. Back up this directory.",
  } satisfies Setting<string>,
  databaseUrl: {
    variable: "DATABASE_URL",
    initial: () => undefined,
    initially: "SQLite in the data directory",
    unit: "URL",
    allowed: "a postgres:// or postgresql:// URL",
    parse: url("postgres", "postgresql"),
    text: "PostgreSQL 15 or newer for the metadata. The URL carries a password: keep it out of logs.",
  } satisfies Setting<string | undefined>,
  files: {
    variable: "BELLWETHER_FILES",
    initial: () => undefined,
    initially: "the data directory",
    unit: "URL",
    allowed: "s3://bucket or s3://bucket/prefix",
    parse: (text) =>
      /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[A-Za-z0-9._-]+)*\/?$/.test(text) ? text : undefined,
    text: "[Object storage](nodes.md) for uploads and results. BELLWETHER_DATA is then a working directory and cache of this process alone.",
  } satisfies Setting<string | undefined>,
  filesEndpoint: {
    variable: "BELLWETHER_FILES_ENDPOINT",
    initial: () => undefined,
    initially: "Amazon S3",
    unit: "URL",
    allowed: "an http:// or https:// URL",
    parse: (text) => withoutTrailingSlash(url("http", "https")(text)),
    text: "Address of another S3-compatible server. Buckets are addressed by path.",
  } satisfies Setting<string | undefined>,
  filesRegion: {
    variable: "BELLWETHER_FILES_REGION",
    initial: () => undefined,
    initially: "as the AWS SDK finds it; with BELLWETHER_FILES_ENDPOINT us-east-1",
    unit: "region",
    allowed: "the name of a region",
    parse: (text) => (/^[a-z0-9-]{2,40}$/.test(text) ? text : undefined),
    text: "Region of the bucket. Credentials come from the environment, files or roles, as the AWS SDK finds them.",
  } satisfies Setting<string | undefined>,
  filesCacheMb: {
    variable: "BELLWETHER_FILES_CACHE_MB",
    initial: () => 20_000,
    initially: "20000",
    unit: "MB",
    allowed: "a whole number, at least 100",
    parse: integer(100, Number.MAX_SAFE_INTEGER),
    text: "Space for copies of files of the bucket below BELLWETHER_DATA. Files that are being read may exceed it for a while.",
  } satisfies Setting<number>,
  node: {
    variable: "BELLWETHER_NODE",
    initial: () => hostname().replace(/[^A-Za-z0-9._-]/g, "-") || "node",
    initially: "the name of the machine",
    unit: "name",
    allowed: "1 to 100 letters, digits, dots, hyphens and underscores",
    parse: (text) => (/^[A-Za-z0-9_][A-Za-z0-9._-]{0,99}$/.test(text) ? text : undefined),
    text: "Name of this process among those that share [one store](nodes.md), each with a name of its own.",
  } satisfies Setting<string>,
  probePort: {
    variable: "BELLWETHER_PROBE_PORT",
    initial: () => undefined,
    initially: "none",
    unit: "TCP port",
    allowed: "a whole number from 0 to 65535",
    parse: integer(0, 65_535),
    text: "Port of /health, /ready and /metrics of `bellwether work`, which has no API, on HOST.",
  } satisfies Setting<number | undefined>,
  drainSeconds: {
    variable: "BELLWETHER_DRAIN_SECONDS",
    initial: () => 0,
    initially: "0",
    unit: "seconds",
    allowed: "a whole number from 0 to 600",
    parse: integer(0, 600),
    text: "Time for which a service that is stopped still answers requests, and 503 at /ready, so that load balancers send no more.",
  } satisfies Setting<number>,
  smtpUrl: {
    variable: "SMTP_URL",
    initial: () => undefined,
    initially: "no mail is sent",
    unit: "URL",
    allowed: "an smtp:// or smtps:// URL",
    parse: url("smtp", "smtps"),
    text: "Mail server for outgoing e-mail. Without it, messages are only kept at /accounts/current/outbox.",
  } satisfies Setting<string | undefined>,
  mailFrom: {
    variable: "MAIL_FROM",
    initial: () => "Bellwether <bellwether@localhost>",
    initially: "Bellwether <bellwether@localhost>",
    unit: "address",
    allowed: "an e-mail address, with or without a name",
    parse: (text) => (/^[^\r\n]*[^\s@<>]+@[^\s@<>]+>?$/.test(text) ? text : undefined),
    text: "Sender of the e-mails.",
  } satisfies Setting<string>,
  publicUrl: {
    variable: "BELLWETHER_PUBLIC_URL",
    initial: () => undefined,
    initially: "none: links are relative, or start with the loopback address for callers on this machine",
    unit: "URL",
    allowed: "an http:// or https:// URL",
    parse: (text) => withoutTrailingSlash(url("http", "https")(text)),
    text: "Address of the service as seen from outside; links in e-mails and to files start with it.",
  } satisfies Setting<string | undefined>,
  assistantsUrl: {
    variable: "BELLWETHER_ASSISTANTS_URL",
    initial: () => undefined,
    initially: "none: only a server on the same machine as the service",
    unit: "URL",
    allowed: "an https:// or http:// URL without a query",
    parse: (text) => (/[?#@]/.test(text) ? undefined : url("https", "http")(text)),
    text: "Address at which [assistants](assistants.md#over-http) reach `bellwether mcp --http`, with its path. People give them access for this address alone.",
  } satisfies Setting<string | undefined>,
  trustedProxies: {
    variable: "BELLWETHER_TRUSTED_PROXIES",
    initial: () => [],
    initially: "none: the address of a connection is that of its client",
    unit: "addresses",
    allowed: "addresses or networks such as 10.0.0.0/8, separated by commas",
    parse: (text) => {
      const ranges = text.split(",").map((range) => range.trim());
      return ranges.every(isAddressRange) ? ranges : undefined;
    },
    text: "[Proxies in front](../operations.md) of the service. Limits, sign-ins and the audit log take the address of a client from what these add to X-Forwarded-For.",
  } satisfies Setting<readonly string[]>,
  maxUploadBytes: ofLimit(limits.uploadBytes),
  maxBodyBytes: ofLimit(limits.bodyBytes),
  requestsPerMinute: ofLimit(limits.requestsPerMinute),
  eventRequestsPerMinute: ofLimit(limits.eventRequestsPerMinute),
  eventSeconds: ofLimit(limits.eventSeconds),
  maxResources: ofLimit(limits.resources),
  maxStoredBytes: ofLimit(limits.storedBytes),
  maxFiles: ofLimit(limits.files),
  maxUnpackedBytes: ofLimit(limits.unpackedBytes),
  maxConnections: ofLimit(limits.connections),
  buildMinutes: ofLimit(limits.buildMinutes),
  signUp: {
    variable: "BELLWETHER_SIGN_UP",
    initial: () => "anyone",
    initially: "anyone",
    unit: "choice",
    allowed: `one of ${signUpRules.join(", ")}`,
    parse: (text) => signUpRules.find((rule) => rule === text),
    text: "Sign-up: open to anyone who reaches the service, or closed after the first account.",
  } satisfies Setting<SignUpRule>,
  accountDeletionDays: {
    variable: "BELLWETHER_ACCOUNT_DELETION_DAYS",
    initial: () => 7,
    initially: "7",
    unit: "days",
    allowed: "a whole number from 0 to 365",
    parse: integer(0, 365),
    text: "Time between the deletion of an account and the removal of its data; until then it can be restored.",
  } satisfies Setting<number>,
  emailConfirmation: {
    variable: "BELLWETHER_EMAIL_CONFIRMATION",
    initial: () => "unless-local",
    initially: "unless-local",
    unit: "choice",
    allowed: `one of ${confirmationRules.join(", ")}`,
    parse: (text) => confirmationRules.find((rule) => rule === text),
    text: "Whether the owner of an e-mail address must confirm it before anything but the confirmation is sent to it. unless-local: only if HOST or BELLWETHER_PUBLIC_URL, where set, can be reached from other machines.",
  } satisfies Setting<ConfirmationRule>,
  linkDays: {
    variable: "BELLWETHER_LINK_DAYS",
    initial: () => 7,
    initially: "7",
    unit: "days",
    allowed: "a whole number from 1 to 365",
    parse: integer(1, 365),
    text: "Time for which a signed link to a file or a report works. Each read of the record gives a new one; all can be revoked.",
  } satisfies Setting<number>,
  auditDays: {
    variable: "BELLWETHER_AUDIT_DAYS",
    initial: () => 400,
    initially: "400",
    unit: "days",
    allowed: "a whole number from 1 to 36500",
    parse: integer(1, 36_500),
    text: "Time for which the audit log keeps an entry.",
  } satisfies Setting<number>,
  auditFile: {
    variable: "BELLWETHER_AUDIT_FILE",
    initial: () => undefined,
    initially: "none",
    unit: "file",
    allowed: "a file",
    parse: (text) => path.resolve(text),
    text: "File to which [the audit log](operations.md#audit-log) is appended as it is written, as JSON lines, for a program that collects them.",
  } satisfies Setting<string | undefined>,
  auditSyslog: {
    variable: "BELLWETHER_AUDIT_SYSLOG",
    initial: () => undefined,
    initially: "none",
    unit: "URL",
    allowed: "udp://host, tcp://host or the same with a port",
    parse: parseSyslogAddress,
    text: "System log that gets [the audit log](operations.md#audit-log) as it is written: RFC 5424 over UDP (port 514) or TCP (port 601).",
  } satisfies Setting<SyslogAddress | undefined>,
  trashDays: {
    variable: "BELLWETHER_TRASH_DAYS",
    initial: () => 7,
    initially: "7",
    unit: "days",
    allowed: "a whole number from 0 to 365",
    parse: integer(0, 365),
    text: "Time that files which the store does not know stay in the trash, in days that the service runs.",
  } satisfies Setting<number>,
  webhookPrivateAddresses: {
    variable: "BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES",
    initial: () => "if-local",
    initially: "if-local",
    unit: "choice",
    allowed: `one of ${privateAddressRules.join(", ")}`,
    parse: (text) => privateAddressRules.find((rule) => rule === text),
    text: "Whether webhooks and connections may use loopback, private and link-local addresses. if-local: only if HOST and BELLWETHER_PUBLIC_URL, where set, are loopback addresses, because then only users of this machine can send requests.",
  } satisfies Setting<PrivateAddressRule>,
  ssoFile: {
    variable: "BELLWETHER_SSO_FILE",
    initial: () => undefined,
    initially: "none",
    unit: "file",
    allowed: "a file",
    parse: (text) => path.resolve(text),
    text: "JSON list of [the installation's identity providers](single-sign-on.md#providers-of-the-installation), which offer every user a sign-in. The file or the files that it names have secrets.",
  } satisfies Setting<string | undefined>,
  sealingKeyCommand: {
    variable: "BELLWETHER_SEALING_KEY_COMMAND",
    initial: () => undefined,
    initially: "none: the key is in sealing.key",
    unit: "command",
    allowed: "a command of the shell",
    parse: (text) => text,
    text: "Command that prints [the key that seals secrets](operations.md#sealing-key), such as one that asks a KMS: 32 bytes in base64. Each process of the service runs it once. Several lines are several keys, of which the first seals.",
  } satisfies Setting<string | undefined>,
  tls: {
    variable: "BELLWETHER_TLS",
    initial: () => "as-given",
    initially: "as-given",
    unit: "choice",
    allowed: `one of ${tlsRules.join(", ")}`,
    parse: (text) => tlsRules.find((rule) => rule === text),
    text: "required: servers on other machines are reached by TLS alone, with a certificate that is checked: PostgreSQL, the mail server, object storage, the cluster, and the databases, buckets and endpoints that accounts connect.",
  } satisfies Setting<TlsRule>,
  smtpCa: {
    variable: "BELLWETHER_SMTP_CA",
    initial: () => undefined,
    initially: "those of Node",
    unit: "file",
    allowed: "a file",
    parse: (text) => path.resolve(text),
    text: "Certificates, in PEM, of the only authorities that the mail server's certificate may come from. For PostgreSQL, DATABASE_URL has `sslrootcert`.",
  } satisfies Setting<string | undefined>,
  dnsServers: {
    variable: "BELLWETHER_DNS_SERVERS",
    initial: () => [],
    initially: "those of the machine",
    unit: "addresses",
    allowed: "addresses such as 192.0.2.53 or 192.0.2.53:5353, separated by commas",
    parse: (text) => {
      const servers = text.split(",").map((server) => server.trim());
      return servers.every((server) => /^(\d+\.){3}\d+(:\d+)?$|^\[[\da-f:]+\](:\d+)?$/i.test(server))
        ? servers
        : undefined;
    },
    text: "Name servers that are asked whether [an e-mail domain](single-sign-on.md#domains) belongs to an account.",
  } satisfies Setting<readonly string[]>,
  metricsToken: {
    variable: "BELLWETHER_METRICS_TOKEN",
    initial: () => undefined,
    initially: "none: only a service on loopback without a public URL shows its metrics",
    unit: "token",
    allowed: "16 or more visible characters without spaces",
    parse: (text) => (/^[!-~]{16,}$/.test(text) ? text : undefined),
    text: "Bearer token that reads [the metrics](metrics.md).",
  } satisfies Setting<string | undefined>,
  buildMemoryMb: {
    ...ofLimit(limits.buildMemory),
    initial: ({ memoryMb }) => Math.max(256, Math.min(limits.buildMemory.is, Math.floor(memoryMb / 4))),
    initially: "a quarter of the machine's, at least 256 and at most 4096",
    unit: "megabytes",
    text: "Memory of one build's engine before it spills to disk.",
  } satisfies Setting<number>,
  buildThreads: {
    variable: "BELLWETHER_BUILD_THREADS",
    initial: ({ cores }) => Math.max(1, Math.min(8, cores)),
    initially: "the machine's cores, at most 8",
    unit: "threads",
    allowed: "a whole number from 1 to 256",
    parse: integer(1, 256),
    text: "Threads of one build.",
  } satisfies Setting<number>,
  parallelBuilds: {
    variable: "BELLWETHER_PARALLEL_BUILDS",
    initial: ({ cores }) => Math.min(2, cores),
    initially: "2, or 1 on a machine with one core",
    unit: "builds",
    allowed: "a whole number from 1 to 64",
    parse: integer(1, 64),
    text: "Builds that run in parallel. While all of them take more than a second, one more runs for an account that has none. Memory and threads are per build.",
  } satisfies Setting<number>,
  parallelConnected: {
    variable: "BELLWETHER_PARALLEL_CONNECTED",
    initial: () => 4,
    initially: "4",
    unit: "builds",
    allowed: "a whole number from 1 to 64",
    parse: integer(1, 64),
    text: "Connections, and datasets and deployments of databases and buckets, that are built in parallel, beside the others. Each waits for a server in a process of about 150 MB, and takes the place of a build to compute.",
  } satisfies Setting<number>,
  sparkUrl: {
    variable: "BELLWETHER_SPARK_URL",
    initial: () => undefined,
    initially: "none: everything is computed on this machine",
    unit: "URL",
    allowed: "an sc:// URL such as sc://spark.example.com:15002/;token=…, whose token goes over TLS alone",
    parse: clusterUrl,
    text: "Spark Connect server that computes [what does not fit one machine](scale.md). The URL may carry a token: keep it out of logs.",
  } satisfies Setting<string | undefined>,
  sparkFromEvents: {
    variable: "BELLWETHER_SPARK_FROM_EVENTS",
    initial: () => 1_000_000_000,
    initially: "1000000000",
    unit: "events",
    allowed: "a whole number, at least 0",
    parse: integer(0, Number.MAX_SAFE_INTEGER),
    text: "Number of events from which a step uses the cluster. Below it, this machine is faster.",
  } satisfies Setting<number>,
  sparkTables: {
    variable: "BELLWETHER_SPARK_TABLES",
    initial: () => [],
    initially: "none",
    unit: "grants",
    allowed: "grants such as read lake.sales; 3f8a2c1e-5b7d-4e90-8a6f-2d1c9b7e4a05: write lake.scores",
    parse: parseTableGrants,
    text: "Tables of [the lake](lake.md) that accounts may read and write, separated by semicolons: a table or everything below a catalog or schema, for the account of an ID or, without one, for all.",
  } satisfies Setting<readonly TableGrant[]>,
  patrolDays: {
    variable: "BELLWETHER_PATROL_DAYS",
    initial: () => 7,
    initially: "7",
    unit: "days",
    allowed: "a whole number from 0 to 365",
    parse: integer(0, 365),
    text: "Time in which every stored file is read once, slowly, and compared with its hash, beginning with each start. 0: never.",
  } satisfies Setting<number>,
  logLevel: {
    variable: "LOG_LEVEL",
    initial: () => "info",
    initially: "info",
    unit: "level",
    allowed: `one of ${logLevels.join(", ")}`,
    parse: (text) => logLevels.find((level) => level === text),
    text: "Log level. The log is one JSON object per line on standard output.",
  } satisfies Setting<LogLevel>,
};

/** Names of profiles can be typed without quotes. */
const profileNames = /^[\w.-]{1,100}$/;

export const clientSettings = {
  url: {
    variable: "BELLWETHER_URL",
    initial: () => "http://127.0.0.1:8080",
    initially: "http://127.0.0.1:8080",
    unit: "URL",
    allowed: "an http:// or https:// URL",
    parse: (text) => (/^https?:\/\//.test(text) && URL.canParse(text) ? text : undefined),
    text: "Service that commands talk to; `--url` overrides it.",
  } satisfies Setting<string>,
  key: {
    variable: "BELLWETHER_KEY",
    initial: () => undefined,
    initially: "none: only sign-up works",
    unit: "API key",
    allowed: "an API key",
    parse: (text) => (/^\S+$/.test(text) ? text : undefined),
    text: "API key of commands. `--key` overrides it, but other users of the machine can see it.",
  } satisfies Setting<string | undefined>,
  profile: {
    variable: "BELLWETHER_PROFILE",
    initial: () => "default",
    initially: "default",
    unit: "name",
    allowed: "the name of a profile",
    parse: (text) => (profileNames.test(text) ? text : undefined),
    text: "Profile of `bellwether login` that commands use where no URL and key are set; `--profile` overrides it.",
  } satisfies Setting<string>,
};
