// Private network addresses: this machine, its networks, and reserved ranges. Requests to URLs that users
// supply must not reach them. IPv4 addresses written as IPv6 are treated as IPv4.

import { BlockList, isIP } from "node:net";

const ranges: [network: string, prefix: number][] = [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
  ["::", 128],
  ["::1", 128],
  // IPv6 ranges that are translated to IPv4: NAT64, Teredo, 6to4.
  ["64:ff9b::", 96],
  ["64:ff9b:1::", 48],
  ["2001::", 32],
  ["2002::", 16],
  ["100::", 64],
  ["fc00::", 7],
  ["fe80::", 10],
  ["fec0::", 10],
  ["ff00::", 8],
];

const privateAddresses = new BlockList();
for (const [network, prefix] of ranges) privateAddresses.addSubnet(network, prefix, familyOf(network));

/** Takes a numeric address; false for a host name, which must be resolved first. */
export const isPrivateAddress = (address: string): boolean =>
  isIP(address) !== 0 && privateAddresses.check(address, familyOf(address));

/** Whether a host name or address means this machine alone. */
export const isLoopback = (host: string): boolean =>
  host === "localhost" || host === "::1" || /^(::ffff:)?127\.[\d.]+$/.test(host);

function familyOf(address: string): "ipv4" | "ipv6" {
  return isIP(address) === 6 ? "ipv6" : "ipv4";
}
