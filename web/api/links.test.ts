import { expect, test } from "vitest";
import { absoluteLink, linkEnd, linkHere } from "./links.js";

const path = "/v1/targets/t/download.csv?signature=s&expires=1800000000";
const origin = "https://bellwether.example.com";

test("a relative link starts with the origin of the page; one with a host keeps it", () => {
  expect(absoluteLink(path, origin)).toBe(`${origin}${path}`);
  expect(absoluteLink(`https://public.example.com${path}`, origin)).toBe(`https://public.example.com${path}`);
});

test("links of the page itself are relative", () => {
  expect([linkHere(path), linkHere(`${origin}${path}`)]).toEqual([path, path]);
});

test("a dated link says when it ends, a standing one does not end", () => {
  expect(linkEnd(path)).toEqual(new Date("2027-01-15T08:00:00Z"));
  expect(linkEnd("/v1/targets/t/download.csv?signature=s")).toBeUndefined();
});
