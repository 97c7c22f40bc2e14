import { expect, test } from "vitest";
import { hashPassword, isPassword } from "./passwords.js";

const kept = await hashPassword("correct horse battery staple");

test("only the right password is accepted", async () => {
  expect(await isPassword("correct horse battery staple", kept)).toBe(true);
  expect(await isPassword("correct horse battery stapler", kept)).toBe(false);
  expect(await isPassword("", kept)).toBe(false);
});

test("a hash contains its costs and is different each time", async () => {
  expect(kept).toMatch(/^scrypt\$32768\$8\$1\$[\w-]{22}\$[\w-]{43}$/);
  expect(await hashPassword("correct horse battery staple")).not.toBe(kept);
});

test("a hash with lower costs is still verified", async () => {
  const rfc7914 =
    "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b3731622eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640";
  const salt = Buffer.from("NaCl").toString("base64url");
  const hash = Buffer.from(rfc7914, "hex").subarray(0, 32).toString("base64url");
  expect(await isPassword("password", `scrypt$1024$8$16$${salt}$${hash}`)).toBe(true);
});

test("a character is the same however it is encoded", async () => {
  expect(await isPassword("cafe\u0301 au lait, deux", await hashPassword("caf\u00e9 au lait, deux"))).toBe(
    true,
  );
});

test("no password is accepted where there is none", async () => {
  expect(await isPassword("correct horse battery staple", undefined)).toBe(false);
});
