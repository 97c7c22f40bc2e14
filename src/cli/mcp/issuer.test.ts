import { expect, test } from "vitest";
import { issuerAt } from "./issuer.js";

test("the service is requests once a minute, and found again after it was away", async () => {
  let now = 0;
  let requests = 0;
  const get = async <T>(): Promise<T> => {
    if (++requests === 1) throw new Error("it is away");
    return { issuer: "https://scores.example.com", protected_resources: ["https://a.example/mcp"] } as T;
  };
  const issuer = issuerAt({ get }, () => now);
  expect([await issuer(), await issuer(), requests]).toEqual([undefined, undefined, 1]);
  now = 60_000;
  const found = { issuer: "https://scores.example.com", resource: "https://a.example/mcp" };
  expect([await issuer(), await issuer(), requests]).toEqual([found, found, 2]);
});
