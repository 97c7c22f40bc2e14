// Hostile inputs, more than 200: bodies, names, headers and raw HTTP. The service answers each in a few
// words, never with an error of its own, and goes on.

import { once } from "node:events";
import { type AddressInfo, connect } from "node:net";
import { expect, test } from "vitest";
import { limits } from "../../src/domain/resource/limits.js";
import { reportFaults } from "../support/faults.js";
import { openApi, testLimits } from "./harness.js";

const maxAnswerBytes = 32_000;
const mega = 1_000_000;
const repeat = (text: string, bytes: number): string => text.repeat(Math.floor(bytes / text.length));

const bodies = [
  `{"name":"x","stream_name":"t","stream_conditions":[${repeat("{},", mega)}{}]}`,
  `{"name":"x","stream_conditions":[${repeat("{},", 90_000)}{}]}`,
  `{${Array.from({ length: 60_000 }, (_, i) => `"f${i}":1`).join(",")}}`,
  `{${Array.from({ length: 9_999 }, (_, i) => `"f${i}":1`).join(",")}}`,
  "[".repeat(mega),
  repeat('{"a":', mega),
  `{"name":"${"x".repeat(mega)}"}`,
  `{"${"x".repeat(mega)}":1}`,
  `{"name":"x","traits":[{"name":"a","_matches":"${"(".repeat(900_000)}"}]}`,
  `{"name":"x","traits":[{"name":"a","_in":[${repeat("null,", 400_000)}null]}]}`,
  `{"a":1,"a":2}`,
  '{"__proto__":{"x":1}}',
  '{"constructor":{"prototype":{"x":1}}}',
  '{"name":"\\u0000"}',
  '{"name":"\\ud800"}',
  '{"name":',
  "",
  "null",
  "[]",
  '"text"',
  "1e999",
  `"${"\\\\".repeat(400_000)}"`,
  `"${'\\"'.repeat(400_000)}"`,
];
const paths = [
  "/cohorts",
  "/datasets",
  "/outcomes",
  "/scopes",
  "/targets",
  "/places",
  "/traits",
  "/accounts",
];
const names = [
  "☃",
  "---",
  "%00",
  "%ff",
  "..%2f..%2fetc",
  "a".repeat(300),
  "constructor",
  "__proto__",
  "%E0%A4%A",
  "' or 1=1 --",
];
const rawRequests = [
  "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
  "GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello",
  "GET / HTTP/1.1\nHost: x\n\n",
  `GET / HTTP/1.1\r\nHost: x\r\nX: ${"a".repeat(200_000)}\r\n\r\n`,
  `GET / HTTP/1.1\r\nHost: x\r\n${"X: y\r\n".repeat(3000)}\r\n`,
  "TRACE / HTTP/1.1\r\nHost: x\r\n\r\n",
  "CONNECT x:1 HTTP/1.1\r\nHost: x\r\n\r\n",
  "GET /\r\n\r\n",
  "\u0016\u0003\u0001\r\n\r\n",
  "POST /accounts HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nffffffffff\r\n",
];

const rawAnswer = async (port: number, text: string): Promise<string> => {
  const socket = connect(port, "127.0.0.1");
  let answer = "";
  socket.on("data", (bytes) => {
    answer += bytes;
  });
  socket.on("error", () => {});
  socket.write(text);
  socket.end();
  await once(socket, "close");
  return answer;
};

test("no hostile input gets an error of the service or a long answer, and the service lives", async () => {
  const api = await openApi({ limits: { ...testLimits, bodyBytes: limits.bodyBytes.is } });
  const caller = await api.signUp();
  const json = { "content-type": "application/json" };
  let inputs = 0;
  const check = (input: string, status: number, size: number) => {
    inputs++;
    expect(status, input).toBeLessThan(500);
    expect(size, input).toBeLessThan(maxAnswerBytes);
  };
  for (const path of paths)
    for (const body of bodies) {
      const { status, body: answer } = await caller.post(path, body, json);
      check(`${path} ${body.slice(0, 60)}`, status, JSON.stringify(answer ?? "").length);
    }
  for (const name of names)
    for (const path of [`/streams/${name}`, `/cohorts/${name}`, `/uploads/${name}/a.csv`]) {
      const { status, body: answer } = await caller.get(path);
      check(path, status, JSON.stringify(answer ?? "").length);
    }
  for (const value of ["gzip", "x".repeat(8_000), "💥", "application/json; charset=utf-7"]) {
    const { status } = await caller.post("/cohorts", "{}", { "content-type": encodeURIComponent(value) });
    check(`content-type ${value.slice(0, 20)}`, status, 0);
  }
  const url = await api.app.listen({ port: 0, host: "127.0.0.1" });
  const { port } = api.app.server.address() as AddressInfo;
  for (const text of rawRequests) {
    const answer = await rawAnswer(port, text);
    check(
      JSON.stringify(text.slice(0, 60)),
      Number(/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1] ?? 400),
      answer.length,
    );
  }
  expect((await fetch(`${url}/health`)).status).toBe(200);
  expect(({} as { x?: number }).x).toBeUndefined();
  expect(Math.max(...api.log.map(({ length }) => length))).toBeLessThan(maxAnswerBytes);
  expect(inputs).toBeGreaterThan(200);
  reportFaults("hostile input", { faults: inputs, lost: 0, wrongBytes: 0 });
});
