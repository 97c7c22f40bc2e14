import { expect, test } from "vitest";
import { mailState } from "./outbox.js";

test("a mail is sent, waiting or failed", () => {
  const now = Date.parse("2026-01-01T01:00:00Z");
  expect(mailState({ sent_at: "2026-01-01T00:00:00Z", attempts: 2 }, now)).toEqual({
    at: "sent",
    text: "Sent 1 hour ago",
  });
  expect(mailState({ attempts: 0 }).at).toBe("waiting");
  expect(mailState({ attempts: 3, error: "No such host." }).text).toBe("Not sent after 3 tries");
});
