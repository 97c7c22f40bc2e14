// Rounds of the event loop. A round takes as long as all that runs in it, and Node accepts one new connection
// a round: of three hundred that come at once, the last would wait for three hundred rounds. So work of some
// milliseconds has rounds of its own, one piece in each, and for some milliseconds none while connections
// come. The next piece is of whoever has had the fewest. All servers of the process share its event loop, and
// so do these rounds.

import { GroupedFairQueue, type Sender } from "./fair-queue.js";

/** Rounds at least for connections that come. */
const fewRounds = 2;

/** Pieces count, and not their time: short ones would wait for as much time of the others as their sender has used. */
const onePiece = 1;

const waiting = new GroupedFairQueue<() => void>();
let isTurning = false;
let accepted = 0;
let acceptedBefore = 0;
let emptyRounds = 0;
let acceptsSinceMs = 0;
let running: { sender: Sender; isJoined: boolean } | undefined;

/** Milliseconds for which connections are accepted before work goes on. */
let connectionsMs = 0;

/** Call it before the server listens. */
export const countConnections = (server: ListeningServer, atMostMs: number): void => {
  connectionsMs = atMostMs;
  server.on("connection", () => accepted++);
};

interface ListeningServer {
  on(event: "connection", act: () => void): unknown;
}

/**
 * Resolves in a round in which no other piece of work runs. Who waits is limited by turns and by the number
 * of connections, so the lines are short.
 */
export const ownRound = (sender: Sender): Promise<void> =>
  new Promise((begin) => {
    waiting.add(sender, begin);
    if (isTurning) return;
    isTurning = true;
    startAccepting();
    turn();
  });

/**
 * Goes on in the present round if that is one of the sender's group, of which nobody waits, and if nothing
 * else has done so; otherwise in a round of its own.
 */
export const joinRound = async (sender: Sender): Promise<void> => {
  const isOfGroup = running?.sender.group === sender.group && !waiting.hasOf(sender.group);
  if (!running || running.isJoined || !isOfGroup) return ownRound(sender);
  running.isJoined = true;
};

/**
 * Turn of the loop. Of two immediates, the second comes after all that the first began and that waits for
 * nothing else.
 */
const turn = (): void => {
  setImmediate(beginPiece);
  setImmediate(endPiece);
};

const beginPiece = (): void => {
  const areComing = accepted !== acceptedBefore;
  acceptedBefore = accepted;
  if (areComing && !isWorkDue()) {
    emptyRounds++;
    return;
  }
  const next = waiting.take();
  if (!next) return;
  running = { sender: next.sender, isJoined: false };
  next.piece();
};

const startAccepting = (): void => {
  emptyRounds = 0;
  acceptsSinceMs = performance.now();
};

/** On a busy machine a round with one connection may itself take longer than they have. */
const isWorkDue = (): boolean =>
  emptyRounds >= fewRounds && performance.now() - acceptsSinceMs >= connectionsMs;

const endPiece = (): void => {
  if (running) {
    waiting.charge(running.sender, onePiece);
    startAccepting();
  }
  running = undefined;
  isTurning = !waiting.isEmpty;
  if (isTurning) turn();
};
