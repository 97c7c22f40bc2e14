// Layout of an export that is recognised by its contents alone: a file of the made-up shop, and what it counts.

import type { Counts } from "./shop.js";

export interface Layout {
  /** Name of the upload directory. */
  directory: string;
  filename: string;
  body: string | Buffer;
  /** Counts of the stream `transaction`, unless another is named. */
  counts: Counts;
  stream?: string;
}

export const layout = (
  filename: string,
  body: string | Buffer,
  counts: Counts,
  more: Partial<Layout> = {},
): Layout => ({ directory: "data", filename, body, counts, ...more });
