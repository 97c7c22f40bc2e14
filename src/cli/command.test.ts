import { expect, test } from "vitest";
import { command } from "./command.js";
import { UsageError } from "./exit.js";
import { quiet } from "./fixtures.js";

const given: unknown[] = [];
const greet = command({
  usage: "greet NAME [--loud]",
  text: "Greets.",
  options: {
    loud: { type: "boolean", text: "Louder." },
    times: { type: "string", value: "N", text: "How often." },
    title: { type: "string", multiple: true, text: "Of the person." },
  },
  operands: [1, 2],
  run: async (arguments_) => void given.push(arguments_),
});
const run = (...args: string[]) => greet.run(args, quiet().terminal);

test("options and operands come in any order, and a yes has its no", async () => {
  await run("--times", "3", "Ada", "--no-loud", "--title", "Dr", "--title", "Prof");
  const { operands, values } = given.pop() as { operands: string[]; values: object };
  expect(operands).toEqual(["Ada"]);
  expect({ ...values }).toEqual({ times: "3", loud: false, title: ["Dr", "Prof"] });
});

test.each([
  [["Ada", "--tmies", "3"], "There is no option --tmies. Did you mean --times?"],
  [["Ada", "--colour"], "There is no option --colour. Choose one of: --help, --loud, --times, --title."],
  [[], "An argument is missing. Usage: bellwether greet NAME [--loud]"],
  [["a", "b", "c"], "Unexpected argument “c”. Usage: bellwether greet NAME [--loud]"],
])("%j is refused in words", async (args, message) => {
  const refused = run(...args);
  await expect(refused).rejects.toThrow(UsageError);
  await expect(refused).rejects.toThrow(message);
});
