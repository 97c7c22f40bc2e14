// Sentences of the audit log: “Key “nightly export” (…x7Qa) changed cohort “Customers”: min_count.”

import {
  type AuditAction,
  type AuditActor,
  type AuditEntry,
  type AuditSubject,
  readActions,
} from "../domain/account/audit.js";
import type { ResourceType } from "../domain/resource/resource.js";
import { resourceLabels } from "./labels.js";

/** Past participles, as after a subject. `{it}` is the subject of the entry. */
const verbs: Readonly<Record<AuditAction, string>> = {
  create: "created {it}",
  update: "changed {it}",
  delete: "deleted {it}",
  archive: "archived {it}",
  unarchive: "unarchived {it}",
  rebuild: "rebuilt {it}",
  restore: "cancelled the deletion of {it}",
  upload: "uploaded {it}",
  cancel: "cancelled {it}",
  split: "split {it}",
  merge: "merged {it} with another person",
  undo: "undid {it}",
  test: "sent a test message to {it}",
  rotate: "issued another key in place of {it}",
  rotate_secret: "replaced the secret of {it}",
  revoke_links: "revoked all links of {it}",
  sign_up: "signed up and created {it}",
  sign_in: "signed in",
  sign_in_failed: "failed to sign in",
  sign_out: "signed out",
  set_password: "set the password of {it}",
  confirm_email: "confirmed the e-mail address of {it}",
  send_confirmation: "asked for a confirmation e-mail for {it}",
  invite: "sent the {it}",
  accept: "accepted the {it}",
  leave: "left the account",
  hand_over: "made {it} the owner",
  begin_factor: "began to set up a second factor",
  add_factor: "set up a second factor",
  remove_factor: "removed the second factor",
  add_passkey: "registered {it}",
  remove_passkey: "removed {it}",
  disown: "said that a sign-in or a change was not theirs, and ended {it}",
  verify_domain: "verified an e-mail domain of {it}",
  download: "downloaded {it}",
  export_person: "downloaded all data of {it}",
  delete_person: "asked for the deletion of {it}",
  view: "viewed {it}",
  search: "searched {it}",
  look_up: "looked up people in {it}",
  preview: "viewed the first rows of {it}",
  note: "wrote a note on {it}",
  ask_for_look: "asked a member to look at {it}",
  connect: "connected {it}",
  end: "ended the access of {it}",
};

/** As labels of a filter: “Revoke links”. */
export const actionLabels: Readonly<Record<AuditAction, string>> = {
  create: "Create",
  update: "Change",
  delete: "Delete",
  archive: "Archive",
  unarchive: "Unarchive",
  rebuild: "Rebuild",
  restore: "Cancel deletion",
  upload: "Upload",
  cancel: "Cancel",
  split: "Split",
  merge: "Merge",
  undo: "Undo",
  test: "Send test",
  rotate: "Rotate",
  rotate_secret: "Replace secret",
  revoke_links: "Revoke links",
  sign_up: "Sign up",
  sign_in: "Sign in",
  sign_in_failed: "Failed sign-in",
  sign_out: "Sign out",
  set_password: "Set password",
  confirm_email: "Confirm e-mail",
  send_confirmation: "Ask for confirmation",
  invite: "Invite",
  accept: "Accept invitation",
  leave: "Leave",
  hand_over: "Hand over",
  begin_factor: "Begin second factor",
  add_factor: "Set up second factor",
  remove_factor: "Remove second factor",
  add_passkey: "Register passkey",
  remove_passkey: "Remove passkey",
  disown: "Not me",
  verify_domain: "Verify domain",
  download: "Download",
  export_person: "Download a person's data",
  delete_person: "Delete a person",
  view: "View",
  search: "Search",
  look_up: "Look up",
  preview: "Preview",
  note: "Write a note",
  ask_for_look: "Ask for a look",
  connect: "Connect assistant",
  end: "End access",
};

const otherTypes: Readonly<Record<string, string>> = {
  accounts: "account",
  api_keys: "API key",
  assistants: "assistant",
  audit: "the audit log",
  events: "the newest events",
  invitations: "invitation of",
  marked_days: "marked day",
  members: "member",
  people: "person",
  passkeys: "passkey",
  people_decisions: "a split or merge",
  resumable_uploads: "the upload of",
  sessions: "session",
  uploads: "file",
  webhook_endpoints: "webhook",
  sso_providers: "identity provider",
};

/** `cohort “Customers”`; the id where there is no name. */
export const subjectText = ({ type, id, name }: AuditSubject): string => {
  if (type === "people" && id === undefined) return "people";
  const noun = otherTypes[type] ?? resourceLabels[type as ResourceType]?.one ?? type;
  const called = name === undefined ? id : `“${name}”`;
  return called === undefined || noun.startsWith("a ") ? noun : `${noun} ${called}`;
};

/** `Key “nightly export” (…x7Qa)`, `ada@example.com`. */
export const actorText = ({ type, name, hint }: AuditActor): string => {
  switch (type) {
    case "key":
      return `Key “${name}” (…${hint})`;
    case "session":
      return name ?? "A signed-in user";
    case "link":
      return "Someone with a signed link";
    case "command":
      return `The operator (bellwether ${name})`;
    case "service":
      return "The service";
    case "nobody":
      return name ?? "Someone who was not signed in";
  }
};

/** Nobody is signed in before these. */
const arrivals: readonly AuditAction[] = ["sign_up", "sign_in", "sign_in_failed"];

const subjectOf = (actor: AuditActor, action: AuditAction): string =>
  actor.type === "nobody" && actor.name === undefined && arrivals.includes(action)
    ? "Someone"
    : actorText(actor);

/** One sentence: who did what, how often, and which fields changed. */
export const auditSentence = ({
  actor,
  action,
  subject,
  times,
  changes,
}: Pick<AuditEntry, "actor" | "action" | "subject" | "times" | "changes">): string => {
  const verb = action === "sign_out" && subject?.type === "members" ? "signed {it} out" : verbs[action];
  const done = verb.replace("{it}", () => (subject ? subjectText(subject) : "the account"));
  const often = readActions.includes(action) && times > 1 ? `, ${times} times` : "";
  const fields = changes.length > 0 ? `: ${changes.join(", ")}` : "";
  return `${subjectOf(actor, action)} ${done}${often}${fields}.`;
};
