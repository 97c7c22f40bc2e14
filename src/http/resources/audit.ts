// Audit entries on the way out, as JSON and as rows of a file.

import type { AuditEntry } from "../../domain/account/audit.js";
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
