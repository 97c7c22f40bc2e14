// `bellwether wait` returns when something is built.

import { command, unknown } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { Misuse } from "../exit.js";
import { find } from "../resources/find.js";
import { printAnswer } from "../resources/show.js";
import { calledBy, type Type, types } from "../resources/types.js";
import { createScreen } from "../screen.js";
import { waitFor } from "../waiting.js";

export const wait = command({
  usage: "wait RESOURCE NAME [--timeout SECONDS]",
  text: "Waits until one, such as cohort Customers, is built. Exits with 1 when its build is refused, and says what to do.",
  options: {
    timeout: { type: "string", value: "SECONDS", text: "Give up after so long; absent: never." },
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
    else screen.say(`${noun} ${calledBy(type, { ...record })} is ready`);
  },
});

const builtType = (noun: string): Type => {
  const built = types.filter(({ builds }) => builds !== false);
  const found = built.find((type) => type.noun === noun);
  const nouns = built.map((type) => type.noun);
  if (!found) throw new Misuse(unknown("resource", noun, nouns));
  return found;
};

const timeoutOf = (seconds: string | undefined): { timeoutMs?: number } => {
  if (seconds === undefined) return {};
  const timeoutMs = Number(seconds) * 1000;
  if (!(timeoutMs > 0)) throw new Misuse(`--timeout is ${seconds}, but must be a number of seconds.`);
  return { timeoutMs };
};
