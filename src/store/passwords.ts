// Stored passwords. Each is its scrypt hash (RFC 7914) with the salt and the costs, so that a later version can
// raise the costs and still verify old hashes. A verification takes 32 MiB and about 0.1 seconds.

import { randomBytes, type ScryptOptions, scrypt, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { Turns } from "../domain/machine/turns.js";

const costs = { N: 2 ** 15, r: 8, p: 1 };
const saltBytes = 16;
const hashBytes = 32;

/** A different text every time, because of the salt. */
export const hashPassword = async (password: string): Promise<string> => {
  const salt = randomBytes(saltBytes);
  return spell(costs, salt, await derive(password, salt, costs));
};

/** Takes equally long for a wrong password and without a stored one (`kept` undefined). */
export const isPassword = async (password: string, kept: string = unguessableHash): Promise<boolean> => {
  const { salt, hash, ...options } = read(kept);
  return timingSafeEqual(await derive(password, salt, options), hash);
};

type Costs = typeof costs;

const scryptOf: (password: string, salt: Buffer, length: number, options: ScryptOptions) => Promise<Buffer> =
  promisify(scrypt);

/** Each takes 32 MB of memory and a core for a tenth of a second, whoever asks for it. */
const turns = new Turns({ running: 2, waiting: Infinity, waitingOfAccount: Infinity });

/** NFKC, since the same characters may be typed as different code points. */
const derive = async (password: string, salt: Buffer, options: Costs): Promise<Buffer> => {
  const leave = (await turns.take(""))!;
  const maxmem = 256 * options.N * options.r;
  return scryptOf(password.normalize("NFKC"), salt, hashBytes, { ...options, maxmem }).finally(leave);
};

const spell = ({ N, r, p }: Costs, salt: Buffer, hash: Buffer): string =>
  ["scrypt", N, r, p, salt.toString("base64url"), hash.toString("base64url")].join("$");

const read = (kept: string): Costs & { salt: Buffer; hash: Buffer } => {
  const [, N, r, p, salt = "", hash = ""] = kept.split("$");
  return {
    N: Number(N),
    r: Number(r),
    p: Number(p),
    salt: Buffer.from(salt, "base64url"),
    hash: Buffer.from(hash, "base64url"),
  };
};

/** A hash that no known password has. */
const unguessableHash = spell(costs, Buffer.alloc(saltBytes), Buffer.alloc(hashBytes));
