// Messages in batches: each line is taken, and what waits is flushed once there is much of it, or once it has waited
// for long.

import { LineCutter, LineRefused } from "./message-lines.js";
import { chunksUntil } from "./timed-input.js";

export interface Receiver {
  /** Takes the message of a line. Throws `LineRefused`. */
  take(text: string, line: number): Promise<void> | undefined;
  /** Called between chunks: what is in memory may be written to the disk. */
  drain(): Promise<void>;
  hasWaiting(): boolean;
  isFull(): boolean;
  /** Makes everything durable that waits. */
  flush(): Promise<void>;
}

/**
 * Reads until the input ends; what waits then is the caller's to flush. Nothing waits for longer than `mostMs`. Throws
 * `LineRefused`, once everything before it is flushed.
 */
export const receiveLines = async (
  input: AsyncIterable<Buffer>,
  receiver: Receiver,
  mostMs: number,
): Promise<void> => {
  let sinceMs: number | null = null;
  const flush = async () => {
    await receiver.flush();
    sinceMs = null;
  };
  const cutter = new LineCutter();
  const takeAll = async (lines: Iterable<{ text: string; number: number }>) => {
    for (const { text, number } of lines) {
      const taking = receiver.take(text, number);
      if (taking) await taking;
    }
    await receiver.drain();
    if (receiver.isFull()) await flush();
    else if (sinceMs === null && receiver.hasWaiting()) sinceMs = performance.now();
  };
  try {
    for await (const chunk of chunksUntil(input, () => sinceMs && sinceMs + mostMs))
      if (chunk === null) await flush();
      else await takeAll(cutter.push(chunk));
    await takeAll(cutter.end());
  } catch (error) {
    if (error instanceof LineRefused) await flush();
    throw error;
  }
};
