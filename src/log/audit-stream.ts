// Stream of the audit log to a system log and to a file of JSON lines: each link of the chain, when it is committed.
// Nobody waits for it. What cannot be written is dropped and counted, and still is in the audit log.

import { openSync } from "node:fs";
import type { SentLink } from "../domain/account/audit-chain.js";
import type { SyslogAddress } from "../domain/machine/syslog-address.js";
import { limits } from "../domain/resource/limits.js";
import { LogWriter } from "./log-lines.js";
import { openSyslog, type Sink, syslogLine } from "./syslog.js";

export interface AuditStreamOptions {
  syslog?: SyslogAddress | undefined;
  file?: string | undefined;
  /** Name of this machine. */
  host: string;
  clock: () => number;
  /** Messages that were dropped since the last call. */
  dropped(messages: number): void;
  trouble(isPresent: boolean, cause: unknown, source: string): void;
}

export interface AuditStream {
  tell(link: SentLink): void;
  close(): Promise<void>;
}

const longestFlushMs = 1_000;

/** Throws if the file cannot be opened. */
export const openAuditStream = (options: AuditStreamOptions): AuditStream => {
  const { syslog, file, host, clock, dropped, trouble } = options;
  const sinks: { sink: Sink; textOf(link: SentLink, json: string): string }[] = [];
  const add = (source: string, sink: Sink, textOf: (link: SentLink, json: string) => string) => {
    sink.watch({ dropped, trouble: (isPresent, cause) => trouble(isPresent, cause, source) });
    sinks.push({ sink, textOf });
  };
  if (file !== undefined) add("file", fileSink(file), (_, json) => `${json}\n`);
  if (syslog)
    add("syslog", openSyslog(syslog), (link, text) =>
      syslogLine({ at: clock(), severity: severityOf(link), id: "audit", text }, host, process.pid),
    );
  return {
    tell: (link) => {
      const json = JSON.stringify(link);
      for (const { sink, textOf } of sinks) sink.write(textOf(link, json));
    },
    close: async () => {
      await Promise.all(sinks.map(({ sink }) => sink.flush(longestFlushMs)));
      for (const { sink } of sinks) sink.close();
    },
  };
};

/** Only its owner reads the file: entries name people who work with the service. */
const fileSink = (file: string): Sink => {
  const writer = new LogWriter({
    fd: openSync(file, "a", 0o600),
    mostBytes: limits.waitingAuditBytes.is,
  });
  return {
    watch: (watcher) => writer.watch(watcher),
    write: (line) => writer.write(line),
    flush: (mostMs) => writer.flush(mostMs),
    close: () => writer.flushNow(),
  };
};

const warning = 4;
const notice = 5;

const severityOf = (link: SentLink): number =>
  "entry" in link && link.entry.action === "sign_in_failed" ? warning : notice;
