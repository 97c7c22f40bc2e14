// Uploads in progress. They continue while other pages of the console are shown; only leaving the console
// would stop them, and the browser asks first.

import { useMemo, useSyncExternalStore } from "react";
import type { Upload } from "tus-js-client";
import { fileNameFor } from "../../../../src/words/upload-names.js";
import { Problem } from "../../../api/client.js";

export interface Transfer {
  id: number;
  /** The directory or the new dataset that it was chosen for. */
  purpose: string;
  file: File;
  /** Name in the directory. */
  filename: string;
  /** Absent until the upload starts. */
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

const isUnderWay = ({ state: { at } }: Transfer): boolean => at === "sending" || at === "broken";

/** A file with the name of one chosen before replaces it. */
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

/** Stops an upload and forgets it. The service deletes the part that has arrived. */
export const drop = ({ id, state }: Transfer): void => {
  if (state.at !== "done") sendings.get(id)?.cancel();
  sendings.delete(id);
  put(transfers.filter((transfer) => transfer.id !== id));
};

/** Forgets uploads that are done. */
export const forgetDone = (purpose: string): void =>
  put(transfers.filter((transfer) => transfer.purpose !== purpose || transfer.state.at !== "done"));

// States of one upload. It uses the tus protocol: the service keeps what has arrived, so a lost connection
// costs only time.
//
//   chosen → sending → done
//            sending ⇄ broken    the connection is lost and retried automatically
//            sending, broken → paused → sending    by the user
//            sending → refused                     the service answered with an error

export type TransferState =
  | { at: "chosen" | "done" }
  | { at: "sending" | "broken" | "paused"; sentBytes: number }
  | { at: "refused"; problem: Error };

interface Sending {
  /** Stops; the service keeps the uploaded part for a day. */
  pause: () => void;
  resume: () => void;
  /** Stops; the service deletes the uploaded part. */
  cancel: () => void;
}

/** Starts at once, where an earlier attempt with the same file stopped. Reports every state to `report`. */
const send = (
  file: File,
  place: { directory: string; filename: string },
  report: (state: TransferState) => void,
): Sending => {
  let sentBytes = 0;
  let isStopped = false;
  const reportUnlessStopped = (state: TransferState) => {
    if (!isStopped) report(state);
  };
  const upload = open(file, place, {
    onProgress(sent) {
      sentBytes = sent;
      reportUnlessStopped({ at: "sending", sentBytes });
    },
    onBroken: () => reportUnlessStopped({ at: "broken", sentBytes }),
    onSuccess: () => reportUnlessStopped({ at: "done" }),
    onError: (problem) => reportUnlessStopped({ at: "refused", problem }),
  });
  const begin = () => {
    isStopped = false;
    report({ at: "sending", sentBytes });
    upload.then(start).catch((problem) => reportUnlessStopped({ at: "refused", problem }));
  };
  const stop = (isFinal: boolean) => {
    isStopped = true;
    upload.then((opened) => opened.abort(isFinal)).catch(() => undefined);
  };
  begin();
  return {
    pause() {
      stop(false);
      report({ at: "paused", sentBytes });
    },
    resume: begin,
    cancel: () => stop(true),
  };
};

interface UploadEvents {
  onProgress: (sentBytes: number) => void;
  onBroken: () => void;
  onSuccess: () => void;
  onError: (problem: Error) => void;
}

/** Gives up after two and a half minutes without a byte; any progress starts the delays again. */
const retryDelaysMs = [500, 1000, 2000, 4000, 8000, 15_000, 30_000, 45_000, 45_000];

const open = async (
  file: File,
  place: { directory: string; filename: string },
  { onProgress, onBroken, onSuccess, onError }: UploadEvents,
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
      const isRetried = isTemporary(error.originalResponse?.getStatus());
      if (isRetried) onBroken();
      return isRetried;
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

/** No answer, an error of a proxy, or a part that the service still holds. */
const isTemporary = (status = 0): boolean => status === 0 || status >= 500 || [409, 423].includes(status);

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
