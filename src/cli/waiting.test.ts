import { afterEach, expect, test, vi } from "vitest";
import { type Client, createClient } from "./client.js";
import { serveAnswers } from "./fixtures.js";
import {
  type BuildRecord,
  type GraphEdge,
  refusedUpstream,
  timeLeft,
  waitsInVain,
  waitUntilReady,
} from "./waiting.js";

test("the time left follows from the speed so far", () => {
  const left = timeLeft();
  expect(left(undefined, 0)).toBeNull();
  expect(left(0.2, 1_000)).toBeNull();
  expect(left(0.22, 2_000)).toBeNull();
  expect(left(0.6, 5_000)).toBeCloseTo(4_000);
});

test("a share that falls starts the estimate again, because the build started again", () => {
  const left = timeLeft();
  left(0.1, 0);
  left(0.9, 1_000);
  expect(left(0.1, 2_000)).toBeNull();
  expect(left(0.4, 3_000)).toBeCloseTo(2_000);
});

type Status = GraphEdge["upstream_status"];
const edge = (upstream: string, status: Status, downstream: string): GraphEdge => ({
  upstream_id: upstream,
  upstream_type: "cohorts",
  upstream_literate: upstream,
  upstream_status: status,
  downstream_id: downstream,
  downstream_type: "outcomes",
  downstream_literate: downstream,
  downstream_status: "new",
});

test("a failed resource upstream ends the wait, however far up", () => {
  const edges = [edge("dataset", "error", "stream"), edge("stream", "new", "cohort")];
  expect(refusedUpstream(edges, "cohort")?.upstream_id).toBe("dataset");
  expect(refusedUpstream(edges, "dataset")).toBeUndefined();
});

test("while another resource upstream is being built, the wait goes on", () => {
  const edges = [edge("refused", "error", "outcome"), edge("other", "running", "outcome")];
  expect(refusedUpstream(edges, "outcome")).toBeUndefined();
});

test("what no build brings is waited for in vain", () => {
  expect(waitsInVain([], { id: "stream", status: "new" })).toBe("stream");
  const unfed = [edge("dataset", "new", "stream"), edge("stream", "new", "cohort")];
  expect(waitsInVain(unfed, { id: "cohort", status: "new" })).toBe("dataset");
  expect(waitsInVain(unfed, { id: "cohort", status: "running" })).toBeUndefined();
});

test("nothing is waited for in vain while something upstream is built, or has just been", () => {
  const building = [edge("other", "running", "cohort"), edge("unfed", "new", "cohort")];
  expect(waitsInVain(building, { id: "cohort", status: "new" })).toBeUndefined();
  const built = [edge("dataset", "ready", "stream"), edge("stream", "new", "cohort")];
  expect(waitsInVain(built, { id: "cohort", status: "new" })).toBeUndefined();
});

const record = (status: BuildRecord["status"], more: Partial<BuildRecord> = {}): BuildRecord => ({
  id: "1",
  name: "Customers",
  status,
  ...more,
});

let server: Awaited<ReturnType<typeof serveAnswers>> | undefined;
afterEach(() => server?.close());

/** Answers each question with the next of the records, and then with the last. */
const answering = async (...records: BuildRecord[]): Promise<Client> => {
  let requests = 0;
  server = await serveAnswers(() => ({
    body: JSON.stringify(records[Math.min(requests++, records.length - 1)]),
  }));
  return createClient({ url: server.url });
};

const waiting = (reported: string[] = []) => ({
  report: ({ status, progress_text }: BuildRecord) => void reported.push(progress_text ?? status),
  pollMs: 1,
});

test("the record is returned once it is ready, and reported until then", async () => {
  const reported: string[] = [];
  const client = await answering(
    record("new"),
    record("running", { progress_text: "counting" }),
    record("ready"),
  );
  expect((await waitUntilReady(client, "/cohorts/1", waiting(reported))).status).toBe("ready");
  expect(reported).toEqual(["new", "counting"]);
});

test("a result of before is not taken for the new one", async () => {
  const old = record("ready", { last_updated_output_at: "2025-01-01" });
  const fresh = record("ready", { last_updated_output_at: "2025-01-02" });
  const isNewEnough = ({ last_updated_output_at }: BuildRecord) => last_updated_output_at !== "2025-01-01";
  const client = await answering(old, old, fresh);
  expect(await waitUntilReady(client, "/targets/1", { ...waiting(), isNewEnough })).toEqual(fresh);
});

test("a refused build is an error that says what to do", async () => {
  const client = await answering(record("error", { status_error: "Map a column." }));
  await expect(waitUntilReady(client, "/cohorts/1", waiting())).rejects.toThrow(
    "Customers failed: Map a column.",
  );
});

test("a build that takes too long is an error that says where it stands", async () => {
  const client = await answering(record("starting"));
  await expect(waitUntilReady(client, "/cohorts/1", { ...waiting(), timeoutMs: -1 })).rejects.toThrow(
    "Customers is still starting",
  );
});

test("without a limit, a build may take days", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  try {
    const client = await answering(record("running"), record("running"), record("running"), record("ready"));
    const report = () => void vi.setSystemTime(Date.now() + 86_400_000);
    await waitUntilReady(client, "/targets/1", { ...waiting(), report });
    expect(await waitUntilReady(client, "/targets/1", waiting())).toEqual(record("ready"));
  } finally {
    vi.useRealTimers();
  }
});

test("waiting ends when it is aborted", async () => {
  const stop = AbortSignal.abort(new Error("Interrupted."));
  const wait = waitUntilReady(await answering(record("new")), "/cohorts/1", { ...waiting(), signal: stop });
  await expect(wait).rejects.toThrow("aborted");
});
