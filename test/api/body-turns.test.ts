// Turns of large bodies, on the service's own HTTP stack.

import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { eventually } from "../support/eventually.js";
import { openApi, testLimits } from "./harness.js";

const open = () =>
  openApi({ limits: { ...testLimits, bodyBytes: limits.bodyBytes.is, uploadBytes: limits.bodyBytes.is } });
const many = <V>(count: number, make: (i: number) => V): V[] =>
  Array.from({ length: count }, (_, i) => make(i));
const large = { name: "x".repeat(limits.smallBodyBytes.is) };
const megabyte = { name: "x".repeat(1_000_000) };

test("accounts take turns with large bodies, and small ones do not wait", async () => {
  const api = await open();
  const [attacker, other] = [await api.signUp(), await api.signUp()];
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await Promise.all([
    ...many(10, () => attacker.post("/cohorts", large).then(note("attacker"))),
    other.post("/cohorts", large).then(note("large")),
    other.post("/cohorts", {}).then(note("small")),
  ]);
  expect(order).toHaveLength(12);
  expect(order.indexOf("small")).toBeLessThan(3);
  expect(order.indexOf("large")).toBeLessThan(4);
});

test("a sender has a number of bytes in large bodies at once, and other senders one body at least", async () => {
  const api = await open();
  const [attacker, other] = [await api.signUp(), await api.signUp()];
  const fits = Math.floor(limits.waitingBodyBytesOfAccount.is / JSON.stringify(megabyte).length);
  const [first, second] = await Promise.all([
    Promise.all(many(fits + 20, () => attacker.post("/cohorts", megabyte))),
    other.post("/cohorts", megabyte),
  ]);
  expect(second.status).toBe(400);
  // The first may be answered before the last has begun.
  const refused = first.filter(({ status }) => status === 429);
  expect(refused.length).toBeGreaterThan(0);
  expect(refused.length).toBeLessThanOrEqual(20);
  expect(first.filter(({ status }) => status === 400)).toHaveLength(fits + 20 - refused.length);
  expect(refused[0]).toMatchObject({ headers: { "retry-after": "1" }, body: { error: "TOO_MANY_REQUESTS" } });
  expect(refused[0]?.body.note).toContain("Too many large bodies are waiting");
  expect((await attacker.post("/cohorts", megabyte)).status).toBe(400);
});

test("uploads do not count, whatever their media type", async () => {
  const api = await open();
  const { key } = await api.signUp();
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  const payload = JSON.stringify(megabyte);
  const answers = await Promise.all(
    many(20, (i) => api.app.inject({ method: "POST", url: `/uploads/files/${i}.csv`, headers, payload })),
  );
  expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

test("a connection that is closed while its body waits gives its turn and its bytes back", async () => {
  const api = await open();
  const { key, post } = await api.signUp();
  const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
  const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
  for (let round = 0; round < 3; round++) {
    const leaving = new AbortController();
    const sent = many(12, () =>
      fetch(`${url}/cohorts`, {
        method: "POST",
        headers,
        body: JSON.stringify(megabyte),
        signal: leaving.signal,
      }).then(({ status }) => status),
    );
    await Promise.race(sent);
    leaving.abort();
    await Promise.allSettled(sent);
  }
  await eventually("all of them have given their bytes back", async () => {
    const answers = await Promise.all(many(12, () => post("/cohorts", megabyte)));
    return answers.every(({ status }) => status === 400) || undefined;
  });
});
