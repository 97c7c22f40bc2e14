// Rounds of the event loop. A round takes as long as all that runs in it, and Node accepts one new connection
// a round: of three hundred that come at once, the last would wait for three hundred rounds. So work of some
// milliseconds has rounds of its own, one piece in each, and for some milliseconds none while connections
// come. All servers of the process share its event loop, and so do these rounds.
//
// Work is of two kinds, which take turns. Pieces of requests have a sender, and the next one is of whoever has
// had the fewest. Plans, changes and other long work of the service goes on in pieces too, first come, first
// served: such work often holds the store's writer, and others wait until it lets go.

import { GroupedFairQueue, type Sender } from "./fair-queue.js";

/** Rounds at least for connections that come. */
const fewRounds = 2;

/** Pieces count, and not their time: short ones would wait for as much time of the others as their sender has used. */
const onePiece = 1;

let waiting = new GroupedFairQueue<() => void>();
let longWork: (() => void)[] = [];
let isLongWorkNext = true;
let isTurning = false;
let accepted = 0;
let acceptedBefore = 0;
let emptyRounds = 0;
let acceptsSinceMs = 0;
let hasRun = false;
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
    startTurning();
  });

/** Lets others run. Long work of the service resolves it between its pieces, each of some milliseconds. */
export const giveTurn = (): Promise<void> =>
  new Promise((goOn) => {
    longWork.push(goOn);
    startTurning();
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

/** Forgets what waits, as the end of a process does. A simulation has several lives of a service in one process. */
export const forgetRounds = (): void => {
  waiting = new GroupedFairQueue();
  longWork = [];
  isTurning = false;
  hasRun = false;
  running = undefined;
};

const startTurning = (): void => {
  if (isTurning) return;
  isTurning = true;
  startAccepting();
  turn();
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
  hasRun = true;
  const isLongWork = longWork.length > 0 && (isLongWorkNext || waiting.isEmpty);
  isLongWorkNext = !isLongWork;
  if (isLongWork) longWork.shift()!();
  else beginRequest();
};

const beginRequest = (): void => {
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
  if (running) waiting.charge(running.sender, onePiece);
  if (hasRun) startAccepting();
  running = undefined;
  hasRun = false;
  isTurning = !waiting.isEmpty || longWork.length > 0;
  if (isTurning) turn();
};
