// Turns of requests that arrive at once, on the service's own HTTP stack.

import { expect, test } from "vitest";
import { openApi } from "./harness.js";

test("of requests that arrive at once, clients take turns", async () => {
  const api = await openApi();
  const [crowd, other] = [await api.signUp(), await api.signUp()];
  const order: string[] = [];
  const note = (name: string) => () => void order.push(name);
  await Promise.all([
    ...Array.from({ length: 40 }, () => crowd.get("/cohorts").then(note("crowd"))),
    other.get("/cohorts").then(note("other")),
  ]);
  expect(order).toHaveLength(41);
  expect(order.indexOf("other")).toBeLessThan(8);
});

test("a request whose connection is closed while it waits gives its turn back", async () => {
  const api = await openApi();
  const { key, get } = await api.signUp();
  const url = await api.app.listen({ host: "127.0.0.1", port: 0 });
  const leaving = new AbortController();
  const headers = { authorization: `Bearer ${key}` };
  const sent = Array.from({ length: 30 }, () => fetch(`${url}/cohorts`, { headers, signal: leaving.signal }));
  await Promise.race(sent);
  leaving.abort();
  await Promise.allSettled(sent);
  expect((await get("/cohorts")).status).toBe(200);
});
