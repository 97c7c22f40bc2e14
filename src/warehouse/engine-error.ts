// Error of an engine, without the values that it met. A statement has values of people in its literals, and
// an engine quotes what it could not convert, while an error ends in the log, in a record or in an e-mail. So
// what an error keeps is blanked here, and the engine's own error is no cause of it: a log would print that
// too.

/** Mark that stands for a value. */
const blank = "…";

export class EngineError extends Error {
  override name = "EngineError";
  /** In the engine's words. */
  readonly engineMessage: string;
  readonly #inFull: string;

  constructor(message: string, statement: string) {
    const engineMessage = withoutValues(message);
    super(`${engineMessage}\n--- statement ---\n${shortened(withoutLiterals(statement))}`);
    this.engineMessage = engineMessage;
    this.#inFull = message;
  }

  /** With the values: for whoever wrote them in the same request, and never for a log or a record. */
  inFull(): string {
    return this.#inFull;
  }

  /** Whether the engine's own limit was too small; another attempt within the same limit ends alike. */
  get isOutOfMemory(): boolean {
    return this.engineMessage.startsWith("Out of Memory Error");
  }

  /** Whether the machine is at fault, such as its memory or its disk, and not what was read. */
  get isOfMachine(): boolean {
    return /^(Out of Memory|INTERNAL|FATAL|INTERRUPT)|No space left|Could not write|Failed to (create|write)|Input\/output error|Read-only file system|Too many open files/i.test(
      this.engineMessage,
    );
  }

  /** The first sentence of the engine, without its kind. */
  inWords(): string {
    return this.engineMessage
      .split("\n")[0]!
      .replace(/^[A-Za-z ]+ Error: /, "")
      .replace(/[ .:]*$/, "")
      .slice(0, 200);
  }
}

/** A name in quotes or backticks stays, also one with an apostrophe. Some engines take a backslash for an escape. */
const token = /"(?:[^"]|"")*"|`(?:[^`]|``)*`|'(?:[^'\\]|''|\\[\s\S])*'/g;
const plainToken = /"(?:[^"]|"")*"|'(?:[^']|'')*'/g;

/**
 * A statement of DuckDB with `'…'` for each of its texts; `escapes`: of an engine in which a backslash is an
 * escape.
 */
export const withoutLiterals = (statement: string, { escapes = false } = {}): string =>
  statement.replace(escapes ? token : plainToken, (found) => (found.startsWith("'") ? `'${blank}'` : found));

/** Statements over files with many columns would fill the log. */
export const shortened = (statement: string): string =>
  statement.length <= 4_000 ? statement : `${statement.slice(0, 3_000)}\n…\n${statement.slice(-1_000)}`;

/** These are about files, and have no values besides the paths of files. */
const ofFiles = /^(IO|HTTP) Error: /;
/** These are about names, and quote a text of the statement at most. */
const ofNames = /^(Binder|Catalog|Parser|Syntax) Error: /;

/** The first sentence of a message of DuckDB; the others repeat the statement or the row. */
export const withoutValues = (message: string): string => {
  if (message.startsWith("Out of Memory Error: ")) return message;
  const line = message.split("\n")[0]!;
  if (ofFiles.test(line)) return quotesBlanked(line, /["'].*["']/);
  if (ofNames.test(line)) return quotesBlanked(line, /'.*'/);
  return valuesCut(line, message);
};

/**
 * From the first quote to the last, because a value may have quotes too; to the end where the last is on
 * another line.
 */
const quotesBlanked = (line: string, quoted: RegExp): string => {
  const shown = line.replace(quoted, `"${blank}"`);
  return shown === line ? line.replace(/'.*$/, blank) : shown;
};

const types =
  /\bto '?(?:the destination type )?'?((?:U?INT\d+|U?(?:TINY|SMALL|BIG|HUGE)?INT|INTEGER|FLOAT|DOUBLE|DATE|INTERVAL|BOOL(?:EAN)?|UUID|TIME(?:STAMP)?)\b|DECIMAL\(\d+,\d+\))/;

/** Names of compressions of Parquet, in capitals. */
const codecs = /\bcodec "[A-Z0-9_]{1,30}"/;

/**
 * `Conversion Error: Could not convert string … to INT32`. What comes before the first quote and the second
 * colon is the engine's, but for numbers; of the rest, only the name of a type or of a compression.
 */
const valuesCut = (line: string, message: string): string => {
  const [, kind = "", rest = ""] = /^([A-Za-z ]+: )?(.*)$/.exec(line) ?? [];
  const [words = ""] = rest.split(/["'`]|: /);
  const shown = words.replace(/(?<!\w)[-+]?\d[\d.,:+-]*(?:e[-+]?\d+)?/gi, blank).trim();
  const isCut = words.length < rest.length || line.length < message.length;
  const cut = message.slice(kind.length + words.length);
  const type = types.exec(cut)?.[1];
  const codec = codecs.exec(cut)?.[0];
  const known = [...(type ? [`to ${type}`] : []), ...(codec ? [codec] : [])];
  return [`${kind}${shown}`, ...(isCut && !shown.endsWith(blank) ? [blank] : []), ...known].join(" ");
};
