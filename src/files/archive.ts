// Archive bounds: what a compressed file may grow to while it is unpacked, and how a damaged one is reported.

import { limits } from "../domain/resource/limits.js";

/** The ratio of an archive counts from here on: a small file may well be a hundred times as large as its archive. */
const ratioFromBytes = 100_000_000;

/** An archive that unpacks to more than it may. The message completes the sentence "The file is …". */
export class ArchiveTooLarge extends Error {
  override name = "ArchiveTooLarge";
}

/** An archive that is damaged or truncated. */
export class BrokenArchive extends Error {
  constructor(cause: unknown) {
    super("the archive is damaged or cut short", { cause });
    this.name = "BrokenArchive";
  }
}

/** Throws `ArchiveTooLarge`. `packed` and `bytes`: sizes of the file and of what it unpacks to. */
export const checkUnpacked = (bytes: number, packed: number, most: number): void => {
  if (bytes > most) throw new ArchiveTooLarge(`larger than ${most} bytes once it is unpacked`);
  const { is: ratio } = limits.unpackedRatio;
  if (bytes > ratioFromBytes && bytes > ratio * packed)
    throw new ArchiveTooLarge(`more than ${ratio} times as large once it is unpacked`);
};
