// Files come as UTF-8, with or without a byte order mark; as what Windows programs write in western Europe; or as the
// UTF-16 of Excel. UTF-8 and windows-1252 differ only beyond ASCII, so a file may not tell before its middle.

import { isAscii, isUtf8 } from "node:buffer";

export type Encoding = "utf-8" | "utf-16le" | "utf-16be" | "windows-1252";

/** Null for what is no text at all: NUL bytes without a byte order mark, or a format known by its first bytes. */
export const detectEncoding = (sample: Buffer): Encoding | null => {
  if (sample[0] === 0xff && sample[1] === 0xfe) return "utf-16le";
  if (sample[0] === 0xfe && sample[1] === 0xff) return "utf-16be";
  if (sample.includes(0) || sample.toString("latin1", 0, 5) === "%PDF-") return null;
  return narrowEncoding(sample);
};

/** A few broken characters do not make a file windows-1252: it is, if most of what is not ASCII is not UTF-8 either. */
const narrowEncoding = (bytes: Buffer): "utf-8" | "windows-1252" => {
  if (isUtf8(bytes)) return "utf-8";
  const text = new TextDecoder("utf-8").decode(bytes, { stream: true });
  const broken = text.split("\uFFFD").length - 1;
  const beyondAscii = text.match(/[\u0080-\uFFFF]/g)?.length ?? 0;
  return broken * 2 > beyondAscii ? "windows-1252" : "utf-8";
};

/** The same text as UTF-8 without a byte order mark; bytes that are no character become U+FFFD. */
export async function* toUtf8(chunks: AsyncIterable<Buffer>, encoding: Encoding): AsyncGenerator<Buffer> {
  let decode = encoding === "utf-8" ? null : decoder(encoding);
  for await (const chunk of chunks) {
    if (decode === null && !isAscii(chunk)) decode = decoder(narrowEncoding(chunk));
    yield decode === null ? chunk : Buffer.from(decode(chunk));
  }
  if (decode !== null) yield Buffer.from(decode(Buffer.alloc(0), true));
}

const decoder = (encoding: Encoding): ((chunk: Buffer, isLast?: boolean) => string) => {
  if (encoding === "windows-1252") return fromWindows1252;
  const text = new TextDecoder(encoding);
  return (chunk, isLast = false) => text.decode(chunk, { stream: !isLast });
};

// Node 20 decodes "windows-1252" as Latin-1, so the 32 characters in which they differ are put in by hand.
const windows1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const fromWindows1252 = (chunk: Buffer): string =>
  chunk.toString("latin1").replace(/[\x80-\x9f]/g, (c) => windows1252[c.charCodeAt(0) - 0x80]!);
