import fc from "fast-check";
import { expect, test } from "vitest";
import { appAddress, base32, codeAt, stepAt, stepOfCode } from "./totp.js";

const secret = Buffer.from("12345678901234567890");

test("codes are those of RFC 4226 and RFC 6238", () => {
  const hotp = "755224 287082 359152 969429 338314 254676 287922 162583 399871 520489".split(" ");
  expect(hotp.map((_, counter) => codeAt(secret, counter))).toEqual(hotp);
  // The RFC has eight digits, of which these are the last six.
  const totp = { 59: "287082", 1111111109: "081804", 1234567890: "005924", 20000000000: "353130" };
  for (const [seconds, code] of Object.entries(totp))
    expect(codeAt(secret, stepAt(1000 * Number(seconds)))).toBe(code);
});

test("a secret is written as apps take it", () => {
  expect(base32(Buffer.from("foobar"))).toBe("MZXW6YTBOI");
  expect(base32(Buffer.from("f"))).toBe("MY");
  expect(appAddress(secret, "ada@example.com")).toBe(
    "otpauth://totp/Bellwether%3Aada%40example.com?secret=GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ&issuer=Bellwether",
  );
});

test("a code is good for a step before and after its own, and once", () => {
  fc.assert(
    fc.property(fc.integer({ min: 10, max: 2 ** 31 }), fc.integer({ min: -5, max: 5 }), (step, late) => {
      const now = 30_000 * (step + late) + 7_000;
      const found = stepOfCode(secret, codeAt(secret, step), now, 0);
      // Another step near now has the same code once in a million times.
      if (Math.abs(late) <= 1) expect([step - 1, step, step + 1]).toContain(found);
      if (found !== undefined) expect(stepOfCode(secret, codeAt(secret, step), now, found)).not.toBe(found);
    }),
  );
  expect(stepOfCode(secret, "287 082", 30_000, 0)).toBe(1);
  expect(stepOfCode(secret, "287082", 90_000, 0)).toBeUndefined();
  expect(stepOfCode(secret, "", 30_000, 0)).toBeUndefined();
  expect(stepOfCode(secret, "28708२", 30_000, 0)).toBeUndefined();
});
