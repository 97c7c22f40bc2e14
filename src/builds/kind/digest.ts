// Digest of plain data: the SHA-256 of its JSON, in hex. Unlike in a fingerprint, the order of keys counts.

import { createHash } from "node:crypto";

export const digest = (value: unknown): string =>
  createHash("sha256").update(JSON.stringify(value)).digest("hex");
