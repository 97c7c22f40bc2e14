// Rows of numbers, person after person, in a file: the rows of one person are read in one piece.

import { closeSync, openSync, readSync } from "node:fs";
import { open } from "node:fs/promises";

const bytesOfNumber = 8;

export class PersonRows {
  private constructor(
    readonly width: number,
    private readonly starts: Float64Array,
    private readonly file: number,
  ) {}

  /** Writes the rows of the parts, in order of their people; the places of each part follow those before it. */
  static async write(
    file: string,
    people: number,
    parts: AsyncIterable<{ width: number; places: Float64Array; values: Float64Array }>,
  ): Promise<PersonRows> {
    const starts = new Float64Array(people + 1);
    const out = await open(file, "wx", 0o600);
    let width = 1;
    try {
      for await (const part of parts) {
        ({ width } = part);
        for (const place of part.places) starts[place + 1]!++;
        await writeWhole(out, bytesOf(part.values));
      }
    } finally {
      await out.close();
    }
    for (let person = 0; person < people; person++) starts[person + 1]! += starts[person]!;
    return new PersonRows(width, starts, openSync(file, "r"));
  }

  /** The numbers of the rows of the person in a place, one row after the other. */
  read(place: number): Float64Array {
    const [from, until] = [this.starts[place]!, this.starts[place + 1]!];
    const values = new Float64Array((until - from) * this.width);
    if (values.length === 0) return values;
    const bytes = bytesOf(values);
    for (let read = 0; read < bytes.length; ) {
      const at = from * this.width * bytesOfNumber + read;
      const more = readSync(this.file, bytes, read, bytes.length - read, at);
      if (more === 0) throw new Error("A file of a live answer ended early.");
      read += more;
    }
    return values;
  }

  close(): void {
    closeSync(this.file);
  }
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array): Uint8Array =>
  new Uint8Array(buffer, byteOffset, byteLength);

const writeWhole = async (
  out: { write(bytes: Uint8Array, at: number, length: number): Promise<{ bytesWritten: number }> },
  bytes: Uint8Array,
): Promise<void> => {
  for (let written = 0; written < bytes.length; ) {
    const { bytesWritten } = await out.write(bytes, written, bytes.length - written);
    written += bytesWritten;
  }
};
