import { expect, test } from "vitest";
import { auditActions } from "../domain/account/audit.js";
import { actionLabels, auditSentence } from "./audit.js";

const key = { type: "key", id: "k", name: "nightly export", hint: "x7Qa" } as const;
const once = { times: 1, changes: [] };

test("an entry is a sentence that names who, what, how often and which fields", () => {
  expect(
    auditSentence({
      ...once,
      actor: key,
      action: "update",
      subject: { type: "cohorts", id: "c", name: "Customers" },
      changes: ["min_count"],
    }),
  ).toBe("Key “nightly export” (…x7Qa) changed cohort “Customers”: min_count.");
  expect(
    auditSentence({
      ...once,
      actor: { type: "link" },
      action: "download",
      subject: { type: "targets", id: "t", name: "Scores" },
      times: 3,
    }),
  ).toBe("Someone with a signed link downloaded deployment “Scores”, 3 times.");
  expect(
    auditSentence({
      ...once,
      actor: { type: "session", name: "ada@example.com" },
      action: "split",
      subject: { type: "people", id: "p-1" },
    }),
  ).toBe("ada@example.com split person p-1.");
});

test("whoever signs up has a name, and is not said to be signed out", () => {
  const subject = { type: "accounts", id: "a", name: "Acme" };
  const signUp = { ...once, action: "sign_up", subject } as const;
  expect(auditSentence({ ...signUp, actor: { type: "nobody", name: "ada@example.com" } })).toBe(
    "ada@example.com signed up and created account “Acme”.",
  );
  expect(auditSentence({ ...signUp, actor: { type: "nobody" } })).toBe(
    "Someone signed up and created account “Acme”.",
  );
  expect(auditSentence({ ...once, actor: { type: "nobody" }, action: "download", subject: null })).toBe(
    "Someone who was not signed in downloaded the account.",
  );
});

test("a name with a replacement pattern stays as it is", () => {
  const subject = { type: "cohorts", id: "c", name: "$& $1" };
  expect(auditSentence({ ...once, actor: key, action: "delete", subject })).toContain("cohort “$& $1”");
});

test("every action has a label and a sentence", () => {
  for (const action of auditActions) {
    expect(actionLabels[action]).toMatch(/^[A-Z]/);
    expect(auditSentence({ ...once, actor: key, action, subject: null })).toMatch(/^Key .*\.$/);
  }
});
