// The command that sends events, against the real app.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { send } from "../../src/cli/commands/send.js";
import { quiet } from "../../src/cli/fixtures.js";
import { openApi } from "../api/harness.js";

const open = async () => {
  const { app, signUp } = await openApi({ events: { seconds: 1000, node: "one" } });
  const shop = await signUp();
  const url = await app.listen({ host: "127.0.0.1", port: 0 });
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-send-"));
  onTestFinished(() => rm(dir, { recursive: true }));
  const run = async (text: string, ...args: string[]) => {
    const file = path.join(dir, "events.ndjson");
    await writeFile(file, text);
    const { terminal, out, err } = quiet();
    const failure = await send
      .run([file, "--stream", "visit", "--url", url, "--key", shop.key, ...args], terminal)
      .then(
        () => null,
        (error: Error) => error.message,
      );
    return { out: out(), err: err(), failure };
  };
  return { run };
};

test("a file of events is sent, again without effect", async () => {
  const { run } = await open();
  const lines = Array.from({ length: 1200 }, (_, i) =>
    JSON.stringify({ customer_id: i, event_id: `e-${i}`, datetime: "2025-12-01" }),
  ).join("\n");
  expect(await run(`${lines}\n`)).toMatchObject({
    out: "1200 taken, 0 repeated, 0 refused\n",
    failure: null,
  });
  expect((await run(lines, "--json")).out).toContain('"repeated": 1200');
});

test("refused lines are named by their place in the file", async () => {
  const { run } = await open();
  const good = (i: number) => JSON.stringify({ customer_id: i, datetime: "2025-12-01" });
  const text = [...Array.from({ length: 600 }, (_, i) => good(i)), "{oops", good(601)].join("\n");
  const { out, err, failure } = await run(text);
  expect(out).toBe("601 taken, 0 repeated, 1 refused\n");
  expect(err).toContain("line 601: The line is not valid JSON.");
  expect(failure).toContain("1 events were refused");
  expect((await run('{"value": 1, "datetime": "2025-12-01"}')).err).toContain(
    "line 1: customer_id: Send who did it",
  );
});

test("a dry run checks events, and sends none", async () => {
  const { run } = await open();
  const event = JSON.stringify({ customer_id: 7, event_id: "e-1", datetime: "2025-12-01" });
  expect(await run(event, "--dry-run")).toMatchObject({
    out: "1 would be taken, 0 repeated, 0 refused\n",
    failure: null,
  });
  expect((await run('{"value": 1}', "--dry-run")).failure).toContain("1 events were refused");
  expect((await run(event)).out).toBe("1 taken, 0 repeated, 0 refused\n");
});
