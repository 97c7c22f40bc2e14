// A command is one word after `bellwether`, with options of its own. It returns when its work is done and throws an
// error whose message is for the reader; only `main.ts` turns that into an exit code.

export interface Command {
  /** What `--help` prints. */
  help: string;
  /** Arguments after the command's own name. */
  run(args: string[]): Promise<void>;
}
