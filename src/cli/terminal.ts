// The terminal of a command: its outputs, its environment and its user; and on it the screen, with lines that
// stay and one line of progress that is overwritten. In a file, progress is one line for each new activity.

export interface Terminal {
  /** Results, and nothing else. */
  out: Output;
  /** Progress and errors. */
  err: Output;
  /** Standard input; absent where there is none. */
  input?: Input;
  environment: Readonly<Record<string, string | undefined>>;
  /** The user's answer; null without an interactive terminal. */
  confirm(question: string): Promise<boolean | null>;
  /** A new secret: typed twice without echo, or the first line of piped input. */
  newSecret(question: string): Promise<string>;
  /** A secret that exists: typed once without echo, or the first line of piped input. */
  secret(question: string): Promise<string>;
  /** Aborted with `Interrupted` when the user interrupts the command. */
  signal: AbortSignal;
}

export interface Input extends AsyncIterable<Buffer> {
  isTTY?: boolean;
  destroy(error?: Error): unknown;
}

/** The part of a stream that commands use. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
  /** Whether answers of the service are written as CSV. */
  isCsv?: true;
}

export interface Screen {
  say(line?: string): void;
  /** `fraction` is the share done, 0 to 1, and `leftMs` the time left; null where unknown. */
  progress(doing: string, fraction?: number | null, leftMs?: number | null): void;
}

export const createScreen = (output: Output): Screen => (output.isTTY ? terminal(output) : plain(output));

const terminal = (output: Output): Screen => {
  const clearLine = "\r\x1b[K";
  let last = "";
  return {
    say(line = "") {
      output.write(`${clearLine}${line}\n`);
      last = "";
    },
    progress(doing, fraction, leftMs) {
      const line = `  … ${doing}${bar(fraction)}${left(leftMs)}`.slice(0, (output.columns || 80) - 1);
      if (line !== last) output.write(clearLine + line);
      last = line;
    },
  };
};

const plain = (output: Output): Screen => {
  let last = "";
  return {
    say: (line = "") => void output.write(`${line}\n`),
    progress(doing) {
      if (doing !== last) output.write(`  … ${doing}\n`);
      last = doing;
    },
  };
};

const barWidth = 20;

const bar = (fraction: number | null | undefined): string => {
  if (fraction === null || fraction === undefined) return "";
  const done = Math.floor(fraction * barWidth);
  return ` [${"#".repeat(done)}${"-".repeat(barWidth - done)}] ${Math.floor(fraction * 100)} %`;
};

const left = (ms: number | null | undefined): string => {
  if (ms === null || ms === undefined) return "";
  const seconds = Math.ceil(ms / 1000);
  return seconds < 120 ? `, ${seconds} s left` : `, ${Math.round(seconds / 60)} min left`;
};
