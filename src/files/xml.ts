// XML scanner for the parts of a workbook, which may be gigabytes: it takes text in chunks, reports elements
// and their text, and keeps nothing but an unfinished token. Document types are refused, as the format of
// workbooks demands, so no entity can expand.

/** XML that is not well-formed, or that no workbook has. */
export class BrokenXml extends Error {
  override name = "BrokenXml";
}

/** Names come without their namespace prefix; attributes as they are written, for `attributeOf`. */
export interface XmlHandler {
  open(name: string, attributes: string): void;
  close(name: string): void;
  /** One piece of an element's text, with entities resolved. */
  text(text: string): void;
}

/** A cell has at most 32,767 characters. */
const maxTokenCharacters = 2_000_000;

export class XmlScanner {
  private pending = "";

  constructor(private readonly handler: XmlHandler) {}

  push(chunk: string): void {
    const text = this.pending + chunk;
    let at = 0;
    for (;;) {
      const next = this.take(text, at);
      if (next < 0) break;
      at = next;
    }
    this.pending = text.slice(at);
    if (this.pending.length > maxTokenCharacters) throw new BrokenXml("a token is too long");
  }

  end(): void {
    if (this.pending.trim() !== "") throw new BrokenXml("it ends within an element");
  }

  /** Reports the token at this position and returns the position after it; negative: it is not complete. */
  private take(text: string, at: number): number {
    const open = text.indexOf("<", at);
    if (open < 0) return -1;
    if (open > at) {
      this.handler.text(decodeEntities(text.slice(at, open)));
      return open;
    }
    const second = text.charCodeAt(open + 1);
    if (second === bang) return this.takeDeclaration(text, open);
    if (second === question) return after(text, "?>", open);
    const close = tagEnd(text, open + 1);
    if (close >= 0) this.takeTag(text, open + 1, close);
    return close < 0 ? -1 : close + 1;
  }

  private takeTag(text: string, start: number, end: number): void {
    if (text.charCodeAt(start) === slash) {
      this.handler.close(localName(text.slice(start + 1, end).trimEnd()));
      return;
    }
    const isEmpty = text.charCodeAt(end - 1) === slash;
    const tag = text.slice(start, isEmpty ? end - 1 : end);
    const space = firstSpace(tag);
    const name = localName(tag.slice(0, space));
    this.handler.open(name, tag.slice(space));
    if (isEmpty) this.handler.close(name);
  }

  private takeDeclaration(text: string, open: number): number {
    if (text.startsWith("<!--", open)) return after(text, "-->", open + 4);
    const isPart = text.length - open < cdata.length && cdata.startsWith(text.slice(open));
    if (isPart || (text.length - open < 4 && "<!--".startsWith(text.slice(open)))) return -1;
    if (!text.startsWith(cdata, open)) throw new BrokenXml("it has a document type");
    const end = text.indexOf("]]>", open);
    if (end < 0) return -1;
    this.handler.text(text.slice(open + cdata.length, end));
    return end + 3;
  }
}

const [bang, question, slash, quote, apostrophe] = [33, 63, 47, 34, 39];
const cdata = "<![CDATA[";

const after = (text: string, mark: string, from: number): number => {
  const at = text.indexOf(mark, from);
  return at < 0 ? -1 : at + mark.length;
};

/** The `>` of a tag; one within a quoted value does not count. Negative: not there yet. */
const tagEnd = (text: string, from: number): number => {
  for (let at = from; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 62) return at;
    if (code === quote || code === apostrophe) {
      at = text.indexOf(code === quote ? '"' : "'", at + 1);
      if (at < 0) return -1;
    }
  }
  return -1;
};

const firstSpace = (tag: string): number => {
  for (let at = 0; at < tag.length; at++) if (tag.charCodeAt(at) <= 32) return at;
  return tag.length;
};

const localName = (name: string): string => {
  const colon = name.indexOf(":");
  return colon < 0 ? name : name.slice(colon + 1);
};

/** The value of an attribute of a tag; a prefix belongs to the name. */
export const attributeOf = (attributes: string, name: string): string | undefined => {
  for (let at = attributes.indexOf(name); at >= 0; at = attributes.indexOf(name, at + 1)) {
    if (attributes.charCodeAt(at - 1) > 32) continue;
    let opening = at + name.length;
    while (/[\s=]/.test(attributes.charAt(opening))) opening++;
    const mark = attributes.charAt(opening);
    if (mark !== '"' && mark !== "'") continue;
    const closing = attributes.indexOf(mark, opening + 1);
    if (closing > 0) return decodeEntities(attributes.slice(opening + 1, closing));
  }
  return undefined;
};

const entities: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** Throws `BrokenXml` for an entity that XML does not define. */
const decodeEntities = (text: string): string => {
  if (!text.includes("&")) return text;
  return text.replace(/&([^;&]{0,32}(;?))/g, (_, written: string) => {
    const name = written.slice(0, -1);
    const point = /^#x[0-9a-f]{1,6}$/i.test(name)
      ? Number.parseInt(name.slice(2), 16)
      : /^#\d{1,7}$/.test(name)
        ? Number(name.slice(1))
        : -1;
    const found = point >= 0 && point <= 0x10ffff ? String.fromCodePoint(point) : entities[name];
    if (found === undefined || !written.endsWith(";")) throw new BrokenXml("it has an unknown entity");
    return found;
  });
};
