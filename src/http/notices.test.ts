import { expect, test } from "vitest";
import type { ResourceState } from "../store/notices.js";
import { changedNotices, mailNotice, type NoticeStates, pendingNotices, resourceNotice } from "./notices.js";

const now = Date.UTC(2026, 0, 1);

const resource = (id: string, change: Partial<ResourceState> = {}): ResourceState => ({
  id,
  type: "cohorts",
  name: id,
  status: "ready",
  status_error: null,
  waiting_for: null,
  status_changed_at: now,
  progress: null,
  progress_text: null,
  progress_at: null,
  build_ms: null,
  last_updated_output_at: null,
  archived_at: null,
  version: 1,
  ...change,
});

const looks = (...resources: ResourceState[]): NoticeStates =>
  new Map(resources.map((each) => [each.id, resourceNotice(each, now)]));

const mail = (id: string, sent_at: number | null, error: string | null = null): NoticeStates =>
  new Map([[id, mailNotice({ id, subject: "It is ready", sent_at, error, waiting_for: null })]]);

test("a new subscriber receives the pending resources", () => {
  const seen = looks(
    resource("ready"),
    resource("waiting", { status: "new" }),
    resource("failed", { status: "error", status_error: "No." }),
    resource("archived", { status: "new", archived_at: now }),
  );
  expect(pendingNotices(seen).map(({ id }) => id)).toEqual(["waiting", "failed"]);
  expect(pendingNotices(mail("m", null))).toEqual([]);
});

test("an unchanged resource causes no notice", () => {
  expect(changedNotices(looks(resource("a")), looks(resource("a")))).toEqual([]);
});

test.each<[string, Partial<ResourceState>]>([
  ["a status", { status: "running" }],
  ["progress", { progress: 0.5 }],
  ["a new result", { last_updated_output_at: now }],
  ["archiving", { archived_at: now }],
  ["a new configuration", { version: 2 }],
])("%s causes a notice", (_what, change) => {
  expect(changedNotices(looks(resource("a")), looks(resource("a", change)))).toHaveLength(1);
});

test("new and deleted resources cause notices", () => {
  const news = changedNotices(looks(resource("old")), looks(resource("new")));
  expect(news).toMatchObject([
    { id: "old", deleted: true },
    { id: "new", status: "ready" },
  ]);
});

test("an e-mail causes a notice when it is written and sent, not when newer ones displace it", () => {
  expect(changedNotices(new Map(), mail("m", null))).toMatchObject([
    { resource_type: "mail", status: "starting", name: "It is ready" },
  ]);
  expect(changedNotices(mail("m", null), mail("m", now))).toMatchObject([{ status: "ready" }]);
  expect(changedNotices(mail("m", null), mail("m", null, "refused"))).toMatchObject([{ status: "error" }]);
  expect(changedNotices(mail("m", now), new Map())).toEqual([]);
});

test("a running build has an estimated time left", () => {
  const running = {
    status: "running",
    status_changed_at: now - 10_000,
    progress: 0.5,
    progress_at: now,
  } as const;
  const [look] = looks(resource("a", running)).values();
  expect(look?.notice.seconds_left).toBe(10);
  expect(looks(resource("a", { ...running, status: "ready" })).get("a")?.notice).not.toHaveProperty(
    "seconds_left",
  );
});
