// Ranges of network addresses: single addresses, and networks by their prefix such as `10.0.0.0/8`. An IPv4
// address that is written as IPv6 is the IPv4 address.

import { BlockList, isIP } from "node:net";

/** Whether this is an address, or a network such as `10.0.0.0/8` or `fd00::/8`. */
export const isAddressRange = (text: string): boolean => {
  const [address = "", prefix, ...rest] = text.split("/");
  const bits = { 0: -1, 4: 32, 6: 128 }[isIP(address)] ?? -1;
  return bits > 0 && rest.length === 0 && (prefix === undefined || isPrefix(prefix, bits));
};

const isPrefix = (text: string, bits: number): boolean => /^\d{1,3}$/.test(text) && Number(text) <= bits;

/** Whether an address is in one of the ranges. */
export const inRanges = (ranges: readonly string[]): ((address: string) => boolean) => {
  const list = new BlockList();
  for (const range of ranges) {
    const [address = "", prefix] = range.split("/");
    if (prefix === undefined) list.addAddress(address, familyOf(address));
    else list.addSubnet(address, Number(prefix), familyOf(address));
  }
  return (address) => isIP(address) !== 0 && list.check(address, familyOf(address));
};

const familyOf = (address: string): "ipv4" | "ipv6" => (isIP(address) === 6 ? "ipv6" : "ipv4");
