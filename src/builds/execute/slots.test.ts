import { expect, test } from "vitest";
import type { Job } from "../../queue/queue.js";
import { type JobInProgress, preempted, Slots } from "./slots.js";

const never = new AbortController().signal;

const opened = (count: number) => {
  const at = { now: 0, isOtherWaiting: false };
  const queue = { isOtherWaiting: async () => at.isOtherWaiting };
  return { at, slots: new Slots(count, "build", { queue, clock: () => at.now }) };
};

const inProgress = (accountId: string, kind: Job["kind"] = "build"): JobInProgress => ({
  job: {
    id: accountId + kind,
    accountId,
    kind,
    payload: null,
    owner: "one",
    attempt: 1,
    failures: 0,
    createdAt: 0,
  },
  stopping: new AbortController(),
});

test("slots are given in the order of asking", async () => {
  const { slots } = opened(1);
  const order: string[] = [];
  const leave = await slots.take(never);
  const waiting = ["first", "second"].map(async (name) => {
    const leaveNext = await slots.take(never);
    order.push(name);
    leaveNext();
  });
  expect(order).toEqual([]);
  leave();
  await Promise.all(waiting);
  expect(order).toEqual(["first", "second"]);
});

test("whoever stops waiting takes no slot", async () => {
  const { slots } = opened(1);
  const leave = await slots.take(never);
  const stopping = new AbortController();
  const stopped = slots.take(stopping.signal);
  stopping.abort(new Error("stopped"));
  await expect(stopped).rejects.toThrow("stopped");
  leave();
  (await slots.take(never))();
  (await slots.take(never))();
});

test("a connected build that waits for a slot gets one of an account that has all, and replays keep theirs", async () => {
  const { slots, at } = opened(2);
  const [replay, build] = [inProgress("a", "replay"), inProgress("a")];
  await slots.take(never, replay);
  const leave = await slots.take(never, build);
  build.stopping.signal.addEventListener("abort", leave, { once: true });
  const connected = slots.take(never, inProgress("b", "connected"));
  await slots.preempt();
  expect(build.stopping.signal.aborted).toBe(false);
  at.now += 60_000;
  await slots.preempt();
  expect(build.stopping.signal.reason).toBe(preempted);
  await connected;
  at.isOtherWaiting = true;
  await slots.preempt();
  expect(replay.stopping.signal.aborted).toBe(false);
});

test("the only slot of a node, and one that is free, are no reason to stop a build", async () => {
  for (const count of [1, 3]) {
    const { slots, at } = opened(count);
    at.isOtherWaiting = true;
    const build = inProgress("a");
    await slots.take(never, build);
    await slots.preempt();
    expect(build.stopping.signal.aborted).toBe(false);
  }
});
