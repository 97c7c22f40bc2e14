// The `bellwether wait` command: returns when a resource is built.

import { command, unknown } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { UsageError } from "../exit.js";
import { find } from "../resources/find.js";
import { printAnswer } from "../resources/show.js";
import { displayName, type Type, types } from "../resources/types.js";
import { createScreen } from "../terminal.js";
import { waitFor } from "../waiting.js";

export const wait = command({
  usage: "wait RESOURCE NAME [--timeout SECONDS]",
  text: "Waits until a resource, such as cohort Customers, is built. Exits with 1 and advice if the build fails.",
  options: {
    timeout: { type: "string", value: "SECONDS", text: "Time limit; default: none." },
    ...connection,
    ...asJson,
  },
  operands: [2, 2],
  async run({ operands: [noun = "", typed = ""], values }, terminal) {
    const type = builtType(noun);
    const client = connect(values, terminal);
    const screen = createScreen(terminal.err);
    const { signal } = terminal;
    const { id } = await find(client, type, typed);
    const waiting = { screen, signal, ...timeoutOf(values.timeout) };
    const record = await waitFor(client, `/${type.path}/${id}`, waiting);
    if (values.json) printAnswer(terminal.out, record, true);
    else screen.say(`${noun} ${displayName(type, { ...record })} is ready`);
  },
});

const builtType = (noun: string): Type => {
  const built = types.filter(({ builds }) => builds !== false);
  const found = built.find((type) => type.noun === noun);
  const nouns = built.map((type) => type.noun);
  if (!found) throw new UsageError(unknown("resource", noun, nouns));
  return found;
};

const timeoutOf = (seconds: string | undefined): { timeoutMs?: number } => {
  if (seconds === undefined) return {};
  const timeoutMs = Number(seconds) * 1000;
  if (!(timeoutMs > 0)) throw new UsageError(`--timeout is ${seconds}, but must be a number of seconds.`);
  return { timeoutMs };
};
