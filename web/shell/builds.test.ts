import { expect, test } from "vitest";
import type { Notice } from "../api/live.js";
import { buildsOf } from "./builds.js";

const notice = (change: Partial<Notice>): Notice => ({
  id: "1",
  resource_type: "cohorts",
  name: "Customers",
  status: "running",
  ...change,
});

test("the longest running build decides the time left", () => {
  const builds = buildsOf([notice({ seconds_left: 4 }), notice({ seconds_left: 40 })]);
  expect([builds.running.length, builds.secondsLeft]).toEqual([2, 40]);
});

test("while the time of one build is unknown, none is said", () => {
  expect(buildsOf([notice({ seconds_left: 4 }), notice({})]).secondsLeft).toBeUndefined();
  expect(buildsOf([notice({ status: "starting" })])).toEqual({
    running: [],
    queued: 1,
    secondsLeft: undefined,
  });
});

test("mails, and resources that are ready, archived or deleted, are no builds", () => {
  const none = [
    notice({ resource_type: "mail" }),
    notice({ status: "ready" }),
    notice({ archived_at: "2026-01-01T00:00:00Z" }),
    notice({ deleted: true }),
  ];
  expect(buildsOf(none)).toEqual({ running: [], queued: 0, secondsLeft: undefined });
});
