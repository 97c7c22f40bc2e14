// One file on its way to the service, by tus: what has arrived stays there, so a broken connection costs nothing but time.
//
//   chosen → sending → done
//            sending ⇄ broken    the connection is gone; it is tried again by itself
//            sending, broken → paused → sending    by its owner
//            sending → refused                     the service said why

import type { Upload } from "tus-js-client";
import { Problem } from "../../../api/problem.js";

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
