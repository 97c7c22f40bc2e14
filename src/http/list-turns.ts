// Turns of long lists. An account may have thousands of resources, and a list of them takes a tenth of a
// second of the only thread: lists that one account asks for at once would hold up all others by their sum.
// So each account makes one at a time, in pieces between which other requests are answered.

import type { FastifyReply } from "fastify";
import type { Db } from "../db/connection.js";
import { ownRound } from "../domain/machine/event-loop.js";
import { KeyedTurns } from "../domain/machine/turns.js";
import { limits } from "../domain/resource/limits.js";
import { refuse } from "../errors/refusal.js";
import { endWith, retrySeconds } from "./body-turns.js";
import { senderOf } from "./request-limits.js";

/** Made in a few milliseconds. */
const pieceItems = 25;

/** All that `make` makes of the items, a piece of them at a time. Throws `requests-waiting-too-many`. */
export const madeInPieces = async <I, O>(
  request: ListRequest,
  items: readonly I[],
  make: (piece: readonly I[]) => Promise<readonly O[]>,
): Promise<O[]> => {
  if (items.length <= limits.shortList.is) return [...(await make(items))];
  return madeInTurn(request, async () => {
    const made: O[] = [];
    for (let i = 0; i < items.length && !isGone(request.reply); i += pieceItems) {
      made.push(...(await make(items.slice(i, i + pieceItems))));
      await ownRound(senderOf(request.reply.request));
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
  const leave = await turnsOf(db).take(accountId, accountId);
  if (!leave) throw refuse("requests-waiting-too-many", { seconds: retrySeconds });
  try {
    await ownRound(senderOf(reply.request));
    return await make();
  } finally {
    // The answer has yet to be written and sent. Who does not read it makes no other one meanwhile: it waits
    // in the server's memory.
    endWith(leave, reply, longestAnswerMs);
  }
};

const longestAnswerMs = 10_000;

const isGone = ({ raw }: FastifyReply): boolean => raw.socket?.destroyed ?? false;

const ofAccount = { running: 1, waiting: Infinity, waitingOfAccount: limits.waitingListsOfAccount.is };

const known = new WeakMap<Db, KeyedTurns>();

const turnsOf = (db: Db): KeyedTurns => {
  const turns = known.get(db) ?? new KeyedTurns(ofAccount);
  known.set(db, turns);
  return turns;
};
