// Waiting: why a build or an e-mail waits for something outside the service, in the words of its owner.

const reasons: Record<string, string> = {
  "disk-full": "The server's disk is full. The build goes on by itself when there is room.",
  "disk-failing": "The server's disk cannot be read or written. The build goes on by itself when it can.",
  "files-too-many": "The server has too many files open. The build goes on by itself when there are fewer.",
  "processes-too-many": "The server cannot start another process. The build goes on by itself when it can.",
  "disk-split":
    "The server's data directory is spread over several file systems. The build goes on by itself when its administrator has brought it onto one.",
  "cluster-unavailable": "The Spark cluster does not answer. The build goes on by itself when it does.",
  "cluster-refused":
    "The Spark cluster refused the service's sign-in. The build goes on by itself when its administrator has renewed the token.",
  "cluster-directory":
    "The Spark cluster does not see the server's files. The build goes on by itself when its administrator has mounted them there.",
};

/**
 * A sentence for a trouble that the server has, by its code; otherwise what it says of itself, such as a
 * database's address.
 */
export const waitingText = ({ code, message }: { code: string; message: string }): string =>
  reasons[code] ?? `${message} The build goes on by itself when it can.`;

/** The build was ended from outside, by the memory guard, or by a crash of the engine. */
export const crashedText = (attempt: number, most: number): string =>
  `The build stopped unexpectedly and is tried again (attempt ${attempt + 1} of ${most}).`;

/** The build's account had all slots, and another one none. */
export const slotText = "Another account's build goes first. This one begins again when a slot is free.";

/** A dataset is read again once what was made from its earlier files is complete. */
export const waitingFilesText = (count: number): string =>
  count === 1
    ? "A newer file waits until the scores from the files before it are made."
    : `${count} newer files wait until the scores from the files before them are made.`;
