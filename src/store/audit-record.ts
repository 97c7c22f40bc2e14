// Record of an audit entry: who did what to what, and the columns of its row. Texts of strangers are shortened.

import {
  type AuditAction,
  type AuditActor,
  type AuditSubject,
  readActions,
} from "../domain/account/audit.js";

export interface AuditRecord {
  accountId: string;
  actor: AuditActor;
  action: AuditAction;
  subject?: AuditSubject;
  /** Paths of the changed fields, without their values. */
  changes?: readonly string[];
}

const maxChanges = 50;
const maxText = 300;

export const columnsOf = ({ accountId, actor, action, subject }: AuditRecord) => ({
  account_id: accountId,
  actor_type: actor.type,
  actor_id: actor.id ?? null,
  actor_name: shortenedOrNull(actor.name),
  address: actor.address ?? null,
  action,
  resource_type: subject?.type ?? null,
  resource_id: shortenedOrNull(subject?.id),
  resource_name: shortenedOrNull(subject?.name),
});

export const changesOf = ({ changes = [] }: AuditRecord): string =>
  JSON.stringify(changes.slice(0, maxChanges).map(shortened));

const shortened = (text: string): string => text.slice(0, maxText);
const shortenedOrNull = (text: string | undefined): string | null =>
  text === undefined ? null : shortened(text);

export const isRead = ({ action }: AuditRecord): boolean => readActions.includes(action);

/** Equal for reads that one entry counts, if they are of one hour. */
export const sameReads = (done: AuditRecord): string => sameReadsOf(columnsOf(done));

export const sameReadsOf = (row: ReturnType<typeof columnsOf>): string =>
  JSON.stringify([
    ...[row.account_id, row.actor_type, row.actor_id, row.actor_name, row.address, row.action],
    ...[row.resource_type, row.resource_id, row.resource_name],
  ]);
