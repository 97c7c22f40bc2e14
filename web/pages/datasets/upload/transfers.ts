// All files on their way, whichever page is shown: going elsewhere in the console stops none. Only leaving the console would,
// and the browser asks first.

import { useMemo, useSyncExternalStore } from "react";
import { fileNameFor } from "./names.js";
import { type Sending, send, type TransferState } from "./transfer.js";

export interface Transfer {
  id: number;
  /** What it was chosen for: a directory, or a dataset that is to be made. */
  purpose: string;
  file: File;
  /** Under which it is kept. */
  filename: string;
  /** Absent until it is sent. */
  directory?: string;
  state: TransferState;
}

let transfers: readonly Transfer[] = [];
const sendings = new Map<number, Sending>();
const listeners = new Set<() => void>();
let lastId = 0;

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const put = (changed: readonly Transfer[]): void => {
  transfers = changed;
  window.onbeforeunload = transfers.some(isUnderWay) ? (event) => event.preventDefault() : null;
  for (const listener of listeners) listener();
};

const update = (id: number, change: Partial<Transfer>): void =>
  put(transfers.map((transfer) => (transfer.id === id ? { ...transfer, ...change } : transfer)));

export const useTransfers = (purpose: string): readonly Transfer[] => {
  const all = useSyncExternalStore(subscribe, () => transfers);
  return useMemo(() => all.filter((transfer) => transfer.purpose === purpose), [all, purpose]);
};

export const isUnderWay = ({ state: { at } }: Transfer): boolean => at === "sending" || at === "broken";

/** A file of the same name as one that was chosen before takes its place. */
export const choose = (purpose: string, files: readonly File[]): void => {
  const added = files.map((file): Transfer => {
    lastId += 1;
    return { id: lastId, purpose, file, filename: fileNameFor(file.name), state: { at: "chosen" } };
  });
  const isReplaced = (one: Transfer) =>
    one.purpose === purpose &&
    one.state.at === "chosen" &&
    added.some(({ filename }) => filename === one.filename);
  put([...transfers.filter((transfer) => !isReplaced(transfer)), ...added]);
};

export const begin = ({ id, file, filename }: Transfer, directory: string): void => {
  update(id, { directory });
  sendings.set(
    id,
    send(file, { directory, filename }, (state) => update(id, { state })),
  );
};

export const pause = ({ id }: Transfer): void => sendings.get(id)?.pause();
export const resume = ({ id }: Transfer): void => sendings.get(id)?.resume();

/** Stops it if it is under way, and forgets it. What had arrived of it is removed from the service. */
export const drop = ({ id, state }: Transfer): void => {
  if (state.at !== "done") sendings.get(id)?.cancel();
  sendings.delete(id);
  put(transfers.filter((transfer) => transfer.id !== id));
};

/** Those that are done need not be shown any more. */
export const forgetDone = (purpose: string): void =>
  put(transfers.filter((transfer) => transfer.purpose !== purpose || transfer.state.at !== "done"));
