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

const newRounds = () => ({
  waiting: new GroupedFairQueue<() => void>(),
  longWork: [] as (() => void)[],
  isLongWorkNext: true,
  isTurning: false,
  accepted: 0,
  acceptedBefore: 0,
  emptyRounds: 0,
  acceptsSinceMs: 0,
  hasRun: false,
  running: undefined as { sender: Sender; isJoined: boolean } | undefined,
});

/** The rounds of one process, and the work that waits for them. */
export type Rounds = ReturnType<typeof newRounds>;

let rounds = newRounds();

/** Milliseconds for which connections are accepted before work goes on. */
let connectionsMs = 0;

/** Call it before the server listens. */
export const countConnections = (server: ListeningServer, atMostMs: number): void => {
  connectionsMs = atMostMs;
  server.on("connection", () => rounds.accepted++);
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
    rounds.waiting.add(sender, begin);
    startTurning();
  });

/** Lets others run. Long work of the service resolves it between its pieces, each of some milliseconds. */
export const giveTurn = (): Promise<void> =>
  new Promise((goOn) => {
    rounds.longWork.push(goOn);
    startTurning();
  });

/**
 * Goes on in the present round if that is one of the sender's group, of which nobody waits, and if nothing
 * else has done so; otherwise in a round of its own.
 */
export const joinRound = async (sender: Sender): Promise<void> => {
  const isOfGroup = rounds.running?.sender.group === sender.group && !rounds.waiting.hasOf(sender.group);
  if (!rounds.running || rounds.running.isJoined || !isOfGroup) return ownRound(sender);
  rounds.running.isJoined = true;
};

/**
 * Goes on with the rounds of another process, or with new ones. A simulation has several processes of a service in
 * one, one after the other or side by side.
 */
export const switchRounds = (others: Rounds = newRounds()): Rounds => {
  rounds = others;
  return others;
};

const startTurning = (): void => {
  if (rounds.isTurning) return;
  rounds.isTurning = true;
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
  const areComing = rounds.accepted !== rounds.acceptedBefore;
  rounds.acceptedBefore = rounds.accepted;
  if (areComing && !isWorkDue()) {
    rounds.emptyRounds++;
    return;
  }
  rounds.hasRun = true;
  const isLongWork = rounds.longWork.length > 0 && (rounds.isLongWorkNext || rounds.waiting.isEmpty);
  rounds.isLongWorkNext = !isLongWork;
  if (isLongWork) rounds.longWork.shift()!();
  else beginRequest();
};

const beginRequest = (): void => {
  const next = rounds.waiting.take();
  if (!next) return;
  rounds.running = { sender: next.sender, isJoined: false };
  next.piece();
};

const startAccepting = (): void => {
  rounds.emptyRounds = 0;
  rounds.acceptsSinceMs = performance.now();
};

/** On a busy machine a round with one connection may itself take longer than they have. */
const isWorkDue = (): boolean =>
  rounds.emptyRounds >= fewRounds && performance.now() - rounds.acceptsSinceMs >= connectionsMs;

const endPiece = (): void => {
  if (rounds.running) rounds.waiting.charge(rounds.running.sender, onePiece);
  if (rounds.hasRun) startAccepting();
  rounds.running = undefined;
  rounds.hasRun = false;
  rounds.isTurning = !rounds.waiting.isEmpty || rounds.longWork.length > 0;
  if (rounds.isTurning) turn();
};
