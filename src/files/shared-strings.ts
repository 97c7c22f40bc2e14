// Shared strings of a workbook: the texts that its cells refer to by number. They are kept as one stretch of
// UTF-8, because millions of separate strings would take several times the memory.

import { BrokenArchive } from "./archive.js";
import { unescaped } from "./cell.js";
import { maxRecordBytes } from "./records.js";
import { scanPart, type Workbook } from "./workbook.js";
import type { XmlHandler } from "./xml.js";

/** A workbook with more text is refused: its texts have to be in memory, in any order. */
export const maxSharedBytes = 512 << 20;

export interface SharedStrings {
  /** Empty for a number that no text has. */
  at(index: number): string;
  /** Characters of the longest text. */
  readonly longest: number;
}

const blockBytes = 4 << 20;

/** Throws `BrokenArchive`. */
export const readSharedStrings = async ({ file, sharedStrings }: Workbook): Promise<SharedStrings> => {
  const store = new StringStore();
  if (!sharedStrings) return store;
  const texts = new RichText((text) => store.add(unescaped(text)));
  for await (const _ of scanPart(file, sharedStrings, texts));
  return store;
};

class StringStore implements SharedStrings {
  private readonly blocks: Buffer[] = [];
  private block = Buffer.alloc(0);
  private used = 0;
  private total = 0;
  longest = 0;
  /** Block and position of each text, and its length: three numbers a text. */
  private places = new Uint32Array(3 * 1024);
  private count = 0;

  add(text: string): void {
    const bytes = Buffer.byteLength(text);
    this.total += bytes;
    if (this.total > maxSharedBytes) throw new BrokenArchive(new Error("it has too much text"));
    if (this.used + bytes > this.block.length) this.begin(Math.max(bytes, blockBytes));
    this.block.write(text, this.used);
    if (3 * this.count === this.places.length) this.places = grown(this.places);
    this.places.set([this.blocks.length - 1, this.used, bytes], 3 * this.count++);
    this.used += bytes;
    this.longest = Math.max(this.longest, text.length);
  }

  at(index: number): string {
    if (!(index >= 0 && index < this.count)) return "";
    const [block, start, bytes] = this.places.subarray(3 * index, 3 * index + 3) as unknown as [
      number,
      number,
      number,
    ];
    return this.blocks[block]!.toString("utf8", start, start + bytes);
  }

  private begin(bytes: number): void {
    this.block = Buffer.allocUnsafe(bytes);
    this.blocks.push(this.block);
    this.used = 0;
  }
}

const grown = (numbers: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> => {
  const larger = new Uint32Array(2 * numbers.length);
  larger.set(numbers);
  return larger;
};

/**
 * The text of each `si` element: its runs together, without the reading aids of Japanese. Of a text that makes
 * its row longer than a row may be, the beginning.
 */
class RichText implements XmlHandler {
  private found = "";
  private isText = false;
  private aids = 0;

  constructor(private readonly onText: (text: string) => void) {}

  open(name: string): void {
    if (name === "si") this.found = "";
    if (name === "rPh") this.aids++;
    this.isText = name === "t" && this.aids === 0;
  }

  close(name: string): void {
    if (name === "t") this.isText = false;
    if (name === "rPh") this.aids--;
    if (name === "si") this.onText(this.found);
  }

  text(text: string): void {
    if (this.isText && this.found.length <= maxRecordBytes) this.found += text;
  }
}
