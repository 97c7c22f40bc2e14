import { expect, test } from "vitest";
import { refuse, retryLater } from "../../errors/refusal.js";
import { type FailedAttempt, judge } from "./failure-policy.js";
import { preempted } from "./slots.js";

const never = new AbortController().signal;
const pauseMs = 7_000;
const attempt: FailedAttempt = {
  error: new Error("boom"),
  signal: never,
  lost: never,
  isBatch: false,
  failures: 1,
  build: "0a1b2c3d-1",
  pauseFor: () => pauseMs,
};
const full = Object.assign(new Error("ENOSPC: no space left on device"), { code: "ENOSPC" });
const memory = refuse("build-memory-exceeded", { limit: 256 });
const unreachable = retryLater("database-unreachable", { detail: "refused" });
const away = { error: retryLater("store-unavailable", { seconds: 5 }) };

test.each<[string, Partial<FailedAttempt>, string, string, string, number]>([
  ["another account waits", { signal: AbortSignal.abort(preempted) }, "preempted", "world", "requeue", 0],
  ["the service stops", { signal: AbortSignal.abort() }, "stopped", "world", "release", 0],
  ["the lease is lost", { lost: AbortSignal.abort() }, "leaseLost", "world", "leave", 0],
  ["the store is away", away, "storeAway", "world", "throw", 0],
  ["the disk is full", { error: full }, "troubled", "world", "requeue", pauseMs],
  ["a server is away", { error: unreachable }, "troubled", "world", "requeue", pauseMs],
  ["a full disk fails a batch", { error: full, isBatch: true }, "troubled", "world", "requeue", pauseMs],
  ["a batch crashes", { isBatch: true }, "batchFailed", "ours", "split", 0],
  ["a batch is refused", { error: memory, isBatch: true }, "batchFailed", "ours", "split", 0],
  ["memory does not suffice", { error: memory }, "memoryExceeded", "caller", "give up", 0],
  ["the data are wrong", { error: refuse("body-missing") }, "refused", "caller", "refuse", 0],
  ["a step crashes", {}, "crashed", "ours", "retry", 1_000],
  ["it crashes for the third time", { failures: 3 }, "crashed", "ours", "retry", 16_000],
  ["it crashes for the fourth time", { failures: 4 }, "crashedOften", "ours", "give up", 0],
])("%s", (_when, differently, cause, fault, action, afterMs) => {
  expect(judge({ ...attempt, ...differently })).toMatchObject({ cause, fault, action, afterMs });
});

test("a resource shows why it waits, or why it was refused", () => {
  const shown = (differently: Partial<FailedAttempt>) => judge({ ...attempt, ...differently }).text;
  expect(shown({ error: full })).toBe(
    "The server's disk is full. The build goes on by itself when there is room.",
  );
  expect(shown({ error: memory })).toBe(memory.message);
  expect(shown({})).toBe("The build stopped unexpectedly and is tried again (attempt 2 of 4).");
  expect(shown({ failures: 4 })).toContain("0a1b2c3d-1");
});

test("only what is our fault is logged as an error", () => {
  const level = (differently: Partial<FailedAttempt>) => judge({ ...attempt, ...differently }).log?.level;
  expect([level({}), level({ failures: 4 })]).toEqual(["error", "error"]);
  expect([level({ error: full }), level({ isBatch: true })]).toEqual(["warn", "warn"]);
  expect([level({ error: memory }), level({ lost: AbortSignal.abort() })]).toEqual([undefined, undefined]);
});
