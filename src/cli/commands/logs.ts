// The `bellwether logs` command: what the builds of an account do, as it happens.

import { singular } from "../../domain/resource/resource.js";
import type { Notice } from "../../http/notices.js";
import { command } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { noticesOf } from "../notice-stream.js";
import { createScreen } from "../terminal.js";

export const logs = command({
  usage: "logs [--errors] [--json]",
  text: `Follows the builds and e-mails of the account: first what waits, is being built or failed, then every change, one line each. Ctrl-C
ends it.`,
  options: {
    errors: { type: "boolean", text: "Only failures." },
    ...connection,
    json: asJson.json,
  },
  operands: [0, 0],
  async run({ values }, terminal) {
    const { out, err, signal } = terminal;
    const screen = createScreen(err);
    const onBreak = () => screen.say("The service does not answer. Waiting for it.");
    const said = new Map<string, string>();
    for await (const notice of noticesOf(connect(values, terminal), { signal, onBreak })) {
      if (values.errors && notice.status !== "error") continue;
      const line = lineOf(notice);
      if (said.get(notice.id) === line) continue;
      said.set(notice.id, line);
      out.write(
        `${values.json ? JSON.stringify(notice) : `${new Date().toISOString().slice(11, 19)} ${line}`}\n`,
      );
    }
  },
});

/** `cohort Customers is being built: counting`. The share done changes too often to be a line. */
export const lineOf = (notice: Notice): string => {
  const { resource_type: type, name, status_error } = notice;
  if (type === "mail")
    return `e-mail ${mailTexts[notice.status]}: ${name}${status_error ? ` (${status_error})` : ""}`;
  const noun = singular[type];
  return `${noun === name ? noun : `${noun} ${name}`} ${whatHappened(notice)}`;
};

const mailTexts: Record<Notice["status"], string> = {
  new: "waits",
  starting: "waits",
  running: "is being sent",
  ready: "was sent",
  error: "failed",
};

const whatHappened = ({
  status,
  status_error,
  waiting_for,
  progress_text,
  archived_at,
  deleted,
}: Notice): string => {
  if (deleted) return "was deleted";
  if (archived_at !== undefined) return "was archived";
  if (status === "error") return `failed: ${status_error}`;
  if (status === "running") return `is being built${progress_text ? `: ${progress_text}` : ""}`;
  if (status === "ready") return "is ready";
  return `waits${waiting_for ? `: ${waiting_for}` : ""}`;
};
