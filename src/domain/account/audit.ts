// Audit log: who did what in an account, when, and from which network address. It records changes, sign-ins,
// and reads of people's data; it holds no values, because they may be secrets or people's data.

import type { EpochMs } from "../resource/resource.js";

/** Each is a past participle in the sentences of `words/audit.ts`. */
export const auditActions = [
  ...(["create", "update", "delete", "archive", "unarchive", "rebuild", "restore"] as const),
  ...([
    "upload",
    "cancel",
    "split",
    "merge",
    "undo",
    "test",
    "rotate",
    "rotate_secret",
    "revoke_links",
  ] as const),
  ...(["sign_up", "sign_in", "sign_in_failed", "sign_out", "set_password", "confirm_email"] as const),
  ...([
    "send_confirmation",
    "invite",
    "accept",
    "leave",
    "hand_over",
    "begin_factor",
    "add_factor",
    "remove_factor",
    "add_passkey",
    "remove_passkey",
    "disown",
    "verify_domain",
    "download",
    "export_person",
    "delete_person",
    "view",
    "search",
    "look_up",
    "preview",
    "note",
    "ask_for_look",
    "connect",
    "end",
  ] as const),
] as const;
export type AuditAction = (typeof auditActions)[number];

/** Reads of the same thing by the same actor within an hour are one entry. */
export const readActions: readonly AuditAction[] = ["download", "view", "search", "look_up", "preview"];

export const auditActorTypes = ["key", "session", "link", "command", "service", "nobody"] as const;
/**
 * `link`: whoever has a signed link. `command`: the operator, on the service's machine. `nobody`: a request
 * without a valid key.
 */
export type AuditActorType = (typeof auditActorTypes)[number];

export interface AuditActor {
  type: AuditActorType;
  /** ID of the key or of the session. */
  id?: string;
  /** Name of the key, e-mail address of the session or of whoever signs up, name of the command. */
  name?: string;
  /** Last four characters of the key. */
  hint?: string;
  /** Network address of the request. */
  address?: string;
}

/** Resource that was acted on, under its name at that moment. */
export interface AuditSubject {
  /** As in paths of the API: `cohorts`, `api_keys`, `accounts`. */
  type: string;
  id?: string;
  name?: string;
}

export interface AuditEntry {
  id: string;
  at: EpochMs;
  /** Number of equal reads, the last of them at `lastAt`. */
  times: number;
  lastAt: EpochMs;
  actor: AuditActor;
  action: AuditAction;
  subject: AuditSubject | null;
  /** Paths of the changed fields. */
  changes: string[];
}
