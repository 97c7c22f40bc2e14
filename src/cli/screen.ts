// What a command shows: lines that stay, and one line of progress that is written over on a terminal. Where output goes
// to a file, progress becomes a plain line each time that what is being done changes.

/** The part of a terminal or file that is used. */
export interface Output {
  write(text: string): unknown;
  isTTY?: boolean;
  columns?: number;
}

export interface Screen {
  say(line?: string): void;
  /** `fraction` is the share done, 0 to 1; null where nobody knows. */
  progress(doing: string, fraction?: number | null): void;
}

export const createScreen = (output: Output): Screen => (output.isTTY ? terminal(output) : plain(output));

const terminal = (output: Output): Screen => {
  const clearLine = "\r\x1b[K";
  return {
    say: (line = "") => void output.write(`${clearLine}${line}\n`),
    progress(doing, fraction) {
      const line = `  … ${doing}${percent(fraction)}`;
      output.write(clearLine + line.slice(0, (output.columns ?? 80) - 1));
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

const percent = (fraction: number | null | undefined): string =>
  fraction === null || fraction === undefined ? "" : ` ${Math.floor(fraction * 100)} %`;
