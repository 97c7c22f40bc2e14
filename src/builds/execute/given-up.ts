// Builds that were given up because they crashed again and again. What made them crash may be gone when the
// program, the memory or the threads of a build change, or when a trouble of the machine is over; then they
// are tried again.

import type { Db } from "../../db/connection.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import type { Queue } from "../../queue/queue.js";
import { accountsGivenUpBefore, retryGivenUp } from "../../store/given-up.js";
import { reconcile } from "../plan/reconcile.js";

export interface MachineState {
  programVersion: string;
  memoryMb: number;
  threads: number;
  /** Whether the disk or the limits of the process are in trouble. */
  isTroubled: boolean;
}

const inTrouble = ", in trouble";

/** The state under which a build is given up, as it is recorded. */
export const stateText = ({ programVersion, memoryMb, threads, isTroubled }: MachineState): string =>
  `version ${programVersion}, ${memoryMb} MB, ${threads} threads${isTroubled ? inTrouble : ""}`;

/** In a trouble, builds that were given up in calm are not tried again. */
const equalStates = (state: string): string[] =>
  state.endsWith(inTrouble) ? [state, state.slice(0, -inTrouble.length)] : [state];

/** Queues the builds that were given up under another state than those of all nodes that build. */
export const retryUnderNewState = async (
  { db, queue }: { db: Db; queue: Queue },
  nodeStates: readonly string[],
  now: EpochMs,
): Promise<void> => {
  if (nodeStates.length === 0) return;
  const states = nodeStates.flatMap(equalStates);
  for await (const accountId of accountsGivenUpBefore(db.kysely, states))
    await db.transaction(async (trx) => {
      await retryGivenUp(trx, accountId, states);
      await reconcile(trx, queue, accountId, now);
    });
};
