// Turns of long lists. An account may have thousands of resources, and a list of them takes a tenth of a second of the only thread: lists
// that one account asks for at once would hold up all others by their sum. So each account makes one at a time, in pieces between which
// other requests are answered, and accounts take turns with their pieces.

import type { FastifyReply } from "fastify";
import type { Db } from "../db/connection.js";
import { limits } from "../domain/limits.js";
import { KeyedTurns, Turns } from "../domain/turns.js";
import { refuse } from "../errors/refusal.js";
import { endWith, retrySeconds } from "./body-turns.js";
import { ownRound } from "./rounds.js";

/** Made in a few milliseconds. */
const pieceItems = 25;

/** All that `make` makes of the items, a piece of them at a time. Throws `requests-waiting-too-many`. */
export const madeInPieces = async <I, O>(
  { db, accountId, reply }: ListRequest,
  items: readonly I[],
  make: (piece: readonly I[]) => Promise<readonly O[]>,
): Promise<O[]> => {
  if (items.length <= limits.shortList.is) return [...(await make(items))];
  return madeInTurn({ db, accountId, reply }, async () => {
    const made: O[] = [];
    for (let i = 0; i < items.length && !isGone(reply); i += pieceItems) {
      const leave = (await turnsOf(db).pieces.take(accountId))!;
      made.push(...(await make(items.slice(i, i + pieceItems)).finally(leave)));
      await ownRound();
    }
    return made;
  });
};

interface ListRequest {
  db: Db;
  accountId: string;
  reply: FastifyReply;
}

/** A list that reads all resources of the account, one of an account at a time. Throws `requests-waiting-too-many`. */
export const madeInTurn = async <R>(
  { db, accountId, reply }: ListRequest,
  make: () => Promise<R>,
): Promise<R> => {
  const leave = await turnsOf(db).lists.take(accountId, accountId);
  if (!leave) throw refuse("requests-waiting-too-many", { seconds: retrySeconds });
  try {
    await ownRound();
    return await make();
  } finally {
    // The answer has yet to be written and sent. Who does not read it makes no other one meanwhile: it waits in the server's memory.
    endWith(leave, reply, longestAnswerMs);
  }
};

const longestAnswerMs = 10_000;

const isGone = ({ raw }: FastifyReply): boolean => raw.socket?.destroyed ?? false;

interface ListTurns {
  /** Of the lists of each account. */
  lists: KeyedTurns;
  /** Of the pieces of all lists. Each list has one at most in it. */
  pieces: Turns;
}

const ofAccount = { running: 1, waiting: Infinity, waitingOfAccount: limits.waitingListsOfAccount.is };

const ofPieces = { running: 1, waiting: Infinity, waitingOfAccount: Infinity };

const known = new WeakMap<Db, ListTurns>();

const turnsOf = (db: Db): ListTurns => {
  const turns = known.get(db) ?? { lists: new KeyedTurns(ofAccount), pieces: new Turns(ofPieces) };
  known.set(db, turns);
  return turns;
};
