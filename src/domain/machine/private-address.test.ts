import { expect, test } from "vitest";
import { hostOf } from "../resource/url-host.js";
import { isPrivateAddress } from "./private-address.js";

test.each([
  "http://127.0.0.1:8080/x",
  "http://2130706433/",
  "http://0x7f.1/",
  "http://[::1]/",
  "http://[::ffff:10.0.0.1]/",
  "http://[::ffff:7f00:1]/",
  "http://169.254.169.254/latest/meta-data",
  "http://192.168.1.9/",
  "http://[fd00::1]/",
  "http://[fe80::1]/",
  "http://[64:ff9b::7f00:1]/",
])("%s is private", (url) => {
  expect(isPrivateAddress(hostOf(url))).toBe(true);
});

test.each([
  "http://93.184.216.34/",
  "http://[2606:4700::1111]/",
  "http://172.32.0.1/",
  "https://example.com/",
])("%s is public", (url) => {
  expect(isPrivateAddress(hostOf(url))).toBe(false);
});
