// All files on their way, whichever page is shown: going elsewhere in the console stops none. Only leaving the console would,
// and the browser asks first.

import { useMemo, useSyncExternalStore } from "react";
import type { Upload } from "tus-js-client";
import { Problem } from "../../../api/problem.js";
import { fileNameFor } from "./names.js";

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

// One file on its way to the service, by tus: what has arrived stays there, so a broken connection costs nothing but time.
//
//   chosen → sending → done
//            sending ⇄ broken    the connection is gone; it is tried again by itself
//            sending, broken → paused → sending    by its owner
//            sending → refused                     the service said why

export type TransferState =
  | { at: "chosen" | "done" }
  | { at: "sending" | "broken" | "paused"; sentBytes: number }
  | { at: "refused"; problem: Error };

export interface Sending {
  /** Stops; what has arrived is kept for a day. */
  pause: () => void;
  resume: () => void;
  /** Stops, and what has arrived is removed. */
  cancel: () => void;
}

/** Begins at once, where an earlier attempt with the same file ended. Tells each state that it comes to. */
export const send = (
  file: File,
  place: { directory: string; filename: string },
  tell: (state: TransferState) => void,
): Sending => {
  let sentBytes = 0;
  let isStopped = false;
  const say = (state: TransferState) => {
    if (!isStopped) tell(state);
  };
  const upload = open(file, place, {
    onProgress(sent) {
      sentBytes = sent;
      say({ at: "sending", sentBytes });
    },
    onBroken: () => say({ at: "broken", sentBytes }),
    onSuccess: () => say({ at: "done" }),
    onError: (problem) => say({ at: "refused", problem }),
  });
  const begin = () => {
    isStopped = false;
    tell({ at: "sending", sentBytes });
    upload.then(start).catch((problem) => say({ at: "refused", problem }));
  };
  const stop = (isForGood: boolean) => {
    isStopped = true;
    upload.then((opened) => opened.abort(isForGood)).catch(() => undefined);
  };
  begin();
  return {
    pause() {
      stop(false);
      tell({ at: "paused", sentBytes });
    },
    resume: begin,
    cancel: () => stop(true),
  };
};

interface Told {
  onProgress: (sentBytes: number) => void;
  onBroken: () => void;
  onSuccess: () => void;
  onError: (problem: Error) => void;
}

/** Two minutes and a half without a byte; any progress begins anew. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 45_000, 45_000];

const open = async (
  file: File,
  place: { directory: string; filename: string },
  { onProgress, onBroken, onSuccess, onError }: Told,
): Promise<Upload> => {
  const tus = await import("tus-js-client");
  return new tus.Upload(file, {
    endpoint: "/v1/resumable_uploads",
    metadata: place,
    retryDelays: retryDelaysMs,
    removeFingerprintOnSuccess: true,
    fingerprint: async ({ name, size, lastModified }) =>
      ["bellwether", place.directory, name, size, lastModified].join("/"),
    onProgress,
    onSuccess,
    onShouldRetry(error) {
      const isWorthIt = isPassing(error.originalResponse?.getStatus());
      if (isWorthIt) onBroken();
      return isWorthIt;
    },
    onError: (error) => onError(problemOf(error, tus.DetailedError)),
  });
};

const start = async (upload: Upload): Promise<void> => {
  if (upload.url === null) {
    const [earlier] = await upload.findPreviousUploads();
    if (earlier) upload.resumeFromPreviousUpload(earlier);
  }
  upload.start();
};

/** No answer, one of something in between, or a part that the service has not given up yet. */
const isPassing = (status = 0): boolean => status === 0 || status >= 500 || [409, 423].includes(status);

const problemOf = (error: Error, Detailed: typeof import("tus-js-client").DetailedError): Error => {
  const response = error instanceof Detailed ? error.originalResponse : null;
  if (!response) return Problem.unreachable(error);
  return Problem.of(response.getStatus(), parsed(response.getBody()));
};

const parsed = (body: string): unknown => {
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
};
