// What is kept of a password: scrypt (RFC 7914) of it, with the salt and the costs that it was made with, so that a later
// version can raise them and still read what is there. With these costs a guess takes 32 MiB and about a tenth of a second.

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";

const costs = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** Another text every time. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  return spell(costs, salt, await derive(password, salt, costs));
};

/** Takes as long for a password that is wrong, and where `kept` is undefined because there is none. */
export const isPassword = async (password: string, kept: string = nobodys): Promise<boolean> => {
  const { salt, hash, ...options } = read(kept);
  return timingSafeEqual(await derive(password, salt, options), hash);
};

type Costs = typeof costs;

const scryptOf: (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

/** The same characters may be typed as different code points: NFKC makes them one. */
const derive = (password: string, salt: Buffer, options: Costs): Promise<Buffer> =>
  scryptOf(password.normalize("NFKC"), salt, hashBytes, { ...options, maxmem: 256 * options.N * options.r });

const spell = ({ N, r, p }: Costs, salt: Buffer, hash: Buffer): string =>
  ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");

const read = (kept: string): Costs & { salt: Buffer; hash: Buffer } => {
  const [, N, r, p, salt = "", hash = ""] = kept.split("$");
  return {
    ...{ N: Number(N), r: Number(r), p: Number(p) },
    ...{ salt: Buffer.from(salt, "base64url"), hash: Buffer.from(hash, "base64url") },
  };
};

/** Of no password that anybody could find. */
const nobodys = spell(costs, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
