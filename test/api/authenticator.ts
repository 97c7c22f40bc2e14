// An authenticator app: it shows the codes of a secret that was typed into it.

import { codeAt, stepAt } from "../../src/domain/account/totp.js";

const alphabet = "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567";

export const shownCode = (secret: string, now: number): string => {
  const bits = [...secret].map((digit) => alphabet.indexOf(digit).toString(2).padStart(5, "0")).join("");
  const bytes = bits.match(/.{8}/g)!.map((byte) => Number.parseInt(byte, 2));
  return codeAt(Uint8Array.from(bytes), stepAt(now));
};
