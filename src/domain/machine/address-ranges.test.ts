import { expect, test } from "vitest";
import { inRanges, isAddressRange } from "./address-ranges.js";

test.each(["10.0.0.1", "10.0.0.0/8", "::1", "fd00::/8", "0.0.0.0/0"])("%s is a range", (text) => {
  expect(isAddressRange(text)).toBe(true);
});

test.each(["", "proxy", "10.0.0.0/33", "10.0.0.0/8/8", "10.0.0.0/", "::/129", "10.0.0", "10.0.0.1:80"])(
  "%j is no range",
  (text) => {
    expect(isAddressRange(text)).toBe(false);
  },
);

test("an address is in a range, also if it is written as IPv6", () => {
  const isTrusted = inRanges(["10.1.0.0/16", "192.0.2.7", "fd00::/8"]);
  const addresses = [
    "10.1.2.3",
    "::ffff:10.1.2.3",
    "192.0.2.7",
    "fd00::9",
    "10.2.0.1",
    "192.0.2.8",
    "fe80::1",
    "",
  ];
  expect(addresses.filter(isTrusted)).toEqual(addresses.slice(0, 4));
  expect(addresses.filter(inRanges([]))).toEqual([]);
});
