// Rounds of the event loop. A round takes as long as all that runs in it, and Node accepts one new connection a round: of three
// hundred that come at once, the last would wait for three hundred rounds. So work of some milliseconds has rounds of its own, one
// piece in each, and none while connections come. The next piece is of whoever has used the least of the thread. All servers of the
// process share its event loop, and so do these rounds.

import type { Server } from "node:http";
import { GroupedFairQueue, type Sender } from "../domain/fair-queue.js";
import { limits } from "../domain/limits.js";

/** No piece is longer by itself: the rest is a busy machine, or code that runs for the first time. */
const longestPieceMs = 5;

const waiting = new GroupedFairQueue<() => void>();
let isTurning = false;
let accepted = 0;
let acceptedBefore = 0;
let emptyRounds = 0;
let running: { sender: Sender; sinceMs: number } | undefined;

/** Call it before the server listens. */
export const countConnections = (server: Server): void => {
  server.on("connection", () => accepted++);
};

/**
 * Resolves in a round in which no other piece of work runs. Who waits is limited by turns and by the number of connections, so the lines
 * are short.
 */
export const ownRound = (sender: Sender): Promise<void> =>
  new Promise((begin) => {
    waiting.add(sender, begin);
    if (isTurning) return;
    isTurning = true;
    turn();
  });

/** Of two immediates, the second comes after all that the first began and that waits for nothing else. */
const turn = (): void => {
  setImmediate(beginPiece);
  setImmediate(endPiece);
};

const beginPiece = (): void => {
  const areComing = accepted !== acceptedBefore;
  acceptedBefore = accepted;
  if (areComing && emptyRounds < limits.roundsForConnections.is) {
    emptyRounds++;
    return;
  }
  emptyRounds = 0;
  const next = waiting.take();
  if (!next) return;
  running = { sender: next.sender, sinceMs: performance.now() };
  next.piece();
};

const endPiece = (): void => {
  if (running) waiting.charge(running.sender, Math.min(longestPieceMs, performance.now() - running.sinceMs));
  running = undefined;
  isTurning = !waiting.isEmpty;
  if (isTurning) turn();
};
