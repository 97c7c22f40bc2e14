import { expect, test } from "vitest";
import { parseSyslogAddress } from "./syslog-address.js";

test("an address has a transport, a host and a port, by default that of the transport", () => {
  expect(parseSyslogAddress("udp://logs.example.com")).toEqual({
    transport: "udp",
    host: "logs.example.com",
    port: 514,
  });
  expect(parseSyslogAddress("tcp://[2001:db8::1]:80/")).toEqual({
    transport: "tcp",
    host: "2001:db8::1",
    port: 80,
  });
  expect(parseSyslogAddress("tcp://10.0.0.7")?.port).toBe(601);
});

test.each([
  "logs.example.com",
  "http://x",
  "tls://x",
  "udp://",
  "udp://x:99999",
  "udp://a b",
  "udp://x/path",
])("%s is none", (text) => {
  expect(parseSyslogAddress(text)).toBeUndefined();
});
