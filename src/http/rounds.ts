// Rounds of the event loop. A round takes as long as all that runs in it, and Node accepts one new connection a round: of three
// hundred that come at once, the last would wait for three hundred rounds. So work of some milliseconds has rounds of its own, one
// piece in each, and none while connections come. All servers of the process share its event loop, and so do these rounds.

import type { Server } from "node:http";
import { limits } from "../domain/limits.js";

const waiting: (() => void)[] = [];
let isTurning = false;
let accepted = 0;
let acceptedBefore = 0;
let emptyRounds = 0;

/** Call it before the server listens. */
export const countConnections = (server: Server): void => {
  server.on("connection", () => accepted++);
};

/** Resolves in a round in which no other piece of work runs. Who waits is limited by turns, so the line is short. */
export const ownRound = (): Promise<void> =>
  new Promise((begin) => {
    waiting.push(begin);
    if (isTurning) return;
    isTurning = true;
    setImmediate(turn);
  });

const turn = (): void => {
  const areComing = accepted !== acceptedBefore;
  acceptedBefore = accepted;
  if (areComing && emptyRounds < limits.roundsForConnections.is) emptyRounds++;
  else {
    emptyRounds = 0;
    waiting.shift()?.();
  }
  isTurning = waiting.length > 0;
  if (isTurning) setImmediate(turn);
};
