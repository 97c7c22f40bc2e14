// The machine that the service may use: its cores and its memory, or what its container allows.

import { availableParallelism, totalmem } from "node:os";
import type { Machine } from "../config/settings.js";

export const machine = (): Machine => ({
  cores: availableParallelism(),
  memoryMb: Math.floor(allowedBytes(totalmem(), process.constrainedMemory()) / 2 ** 20),
});

/** Without a limit, Node says 0, nothing, or more than there is. */
export const allowedBytes = (total: number, limit: number | undefined): number =>
  limit ? Math.min(total, limit) : total;
