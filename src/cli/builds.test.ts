import { afterEach, expect, test } from "vitest";
import { type BuildRecord, waitUntilReady } from "./builds.js";
import { type Client, createClient } from "./client.js";
import { serveAnswers } from "./fixtures.js";

const record = (status: BuildRecord["status"], more: Partial<BuildRecord> = {}): BuildRecord => ({
  id: "1",
  name: "Customers",
  status,
  ...more,
});

let server: Awaited<ReturnType<typeof serveAnswers>>;
afterEach(() => server.close());

/** Answers each question with the next of the records, and then with the last. */
const answering = async (...records: BuildRecord[]): Promise<Client> => {
  let asked = 0;
  server = await serveAnswers(() => ({
    body: JSON.stringify(records[Math.min(asked++, records.length - 1)]),
  }));
  return createClient({ url: server.url });
};

const waiting = (reported: string[] = []) => ({
  report: ({ status, progress_text }: BuildRecord) => void reported.push(progress_text ?? status),
  pollMs: 1,
});

test("the record is handed over when it is ready, and told of until then", async () => {
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

test("waiting ends when it is told to", async () => {
  const stop = AbortSignal.abort(new Error("Interrupted."));
  const wait = waitUntilReady(await answering(record("new")), "/cohorts/1", { ...waiting(), signal: stop });
  await expect(wait).rejects.toThrow("aborted");
});
