import { expect, test } from "vitest";
import { inRanges } from "../domain/machine/address-ranges.js";
import { clientAddress } from "./client-address.js";

const isTrusted = inRanges(["10.0.0.0/8", "fd00::/8"]);

test.each<[string, string, string | string[] | undefined, string]>([
  ["a client without a proxy", "192.0.2.1", undefined, "192.0.2.1"],
  ["a client that pretends to be another", "192.0.2.1", "198.51.100.7", "192.0.2.1"],
  ["a client of a proxy", "10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["a client of a proxy that pretends to be another", "10.0.0.1", "198.51.100.7, 192.0.2.1", "192.0.2.1"],
  ["a client of two proxies", "10.0.0.1", "198.51.100.7, 192.0.2.1, 10.0.0.2", "192.0.2.1"],
  ["two headers", "10.0.0.1", ["198.51.100.7", "192.0.2.1"], "192.0.2.1"],
  ["a proxy of its own", "10.0.0.1", "10.0.0.9, 10.0.0.2", "10.0.0.9"],
  ["a proxy that says nothing", "10.0.0.1", undefined, "10.0.0.1"],
  ["a proxy that does not know", "10.0.0.1", "192.0.2.1, unknown", "10.0.0.1"],
  ["nonsense before what is known", "10.0.0.1", "<script>, 192.0.2.1", "192.0.2.1"],
  ["a port", "10.0.0.1", "192.0.2.1:4711", "192.0.2.1"],
  ["IPv6 with a port", "fd00::1", "[2001:db8::7]:4711", "2001:db8::7"],
  ["a proxy that is connected by IPv6", "::ffff:10.0.0.1", "192.0.2.1", "192.0.2.1"],
  ["a socket without an address", "", "192.0.2.1", ""],
])("%s", (_, connected, forwarded, expected) => {
  expect(clientAddress(connected, forwarded, isTrusted)).toBe(expected);
});

test("a long header costs no more than its bytes", () => {
  const forwarded = Array(100_000).fill("10.0.0.1").join(",");
  expect(clientAddress("10.0.0.1", `192.0.2.1,${forwarded}`, isTrusted)).toBe("192.0.2.1");
});
