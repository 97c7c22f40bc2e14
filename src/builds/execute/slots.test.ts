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

test("slots are held up once each has been held for a second", async () => {
  const { slots, at } = opened(2);
  const leave = await slots.take(never, inProgress("a"));
  at.now += 1_000;
  expect(slots.areHeldUp()).toBe(false);
  const leaveOther = await slots.take(never, inProgress("b"));
  at.now += 999;
  expect(slots.areHeldUp()).toBe(false);
  at.now += 1;
  expect(slots.areHeldUp()).toBe(true);
  leaveOther();
  expect(slots.areHeldUp()).toBe(false);
  leave();
});

test("a slot that is free is a reason to stop no build", async () => {
  const { slots, at } = opened(3);
  at.isOtherWaiting = true;
  const build = inProgress("a");
  await slots.take(never, build);
  at.now += 3_600_000;
  await slots.preempt();
  expect(build.stopping.signal.aborted).toBe(false);
});

test("the only slot is given back after its turn, and after twice as long by the same build the next time", async () => {
  const { slots, at } = opened(1);
  at.isOtherWaiting = true;
  const hold = async (until: number): Promise<boolean> => {
    const build = inProgress("a");
    const leave = await slots.take(never, build);
    at.now += until;
    await slots.preempt();
    leave();
    return build.stopping.signal.aborted;
  };
  expect(await hold(14_999)).toBe(false);
  expect(await hold(15_000)).toBe(true);
  expect(await hold(29_999)).toBe(false);
  expect(await hold(30_000)).toBe(true);
  expect(await hold(59_999)).toBe(false);
  at.isOtherWaiting = false;
  expect(await hold(3_600_000)).toBe(false);
});
