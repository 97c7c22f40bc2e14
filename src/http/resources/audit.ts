// Audit entries on the way out, as JSON and as rows of a file.

import type { AuditEntry } from "../../domain/account/audit.js";
import { type ChainLink, type ChainPlace, chainFormat } from "../../domain/account/audit-chain.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { auditSentence } from "../../words/audit.js";
import { present } from "../json.js";
import { isoMs } from "./record.js";

export const renderAuditEntry = (entry: AuditEntry): JsonObject =>
  present({
    id: entry.id,
    at: isoMs(entry.at),
    times: entry.times,
    last_at: isoMs(entry.lastAt),
    actor: entry.actor,
    action: entry.action,
    resource: entry.subject ?? undefined,
    changes: entry.changes,
    sentence: auditSentence(entry),
  });

export const auditColumns = [
  ...["at", "times", "last_at", "actor_type", "actor_name", "actor_hint", "address", "action"],
  ...["resource_type", "resource_id", "resource_name", "changes", "sentence"],
];

/** In the order of `auditColumns`. */
export const auditRow = (
  { at, times, lastAt, actor, action, subject, changes }: AuditEntry,
  sentence: string,
): (string | number | null | undefined)[] => [
  ...[isoMs(at), times, isoMs(lastAt), actor.type, actor.name, actor.hint, actor.address, action],
  ...[subject?.type, subject?.id, subject?.name, changes.join(" "), sentence],
];

/** The first line of the chain as a file. */
export const chainHeader = (
  accountId: string,
  { after, head, now }: { after: ChainPlace; head: ChainPlace; now: number },
): string =>
  `${JSON.stringify({ format: chainFormat, account_id: accountId, after, head, exported_at: isoMs(now) })}\n`;

/** A line of the chain as a file. */
export const chainLine = ({ position, hash, ...content }: ChainLink): string =>
  `${JSON.stringify({ position, ...content, hash })}\n`;
