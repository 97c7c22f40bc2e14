import { expect, test } from "vitest";
import { createScreen } from "./terminal.js";

const written = (output: { isTTY: boolean; columns?: number }) => {
  const pieces: string[] = [];
  const screen = createScreen({ ...output, write: (text) => pieces.push(text) });
  return { screen, text: () => pieces.join("") };
};

test("in a file, progress is a line for each thing that is done", () => {
  const { screen, text } = written({ isTTY: false });
  screen.progress("training", 0.1);
  screen.progress("training", 0.2);
  screen.progress("scoring", 0.3);
  screen.say("done");
  expect(text()).toBe("  … training\n  … scoring\ndone\n");
});

test("on a terminal, progress is one line that is written over and never wraps", () => {
  const { screen, text } = written({ isTTY: true, columns: 20 });
  screen.progress("training with a long name", 0.429);
  screen.say("done");
  expect(text()).toBe("\r\x1b[K  … training with a\r\x1b[Kdone\n");
});

test("progress shows the share done where it is known", () => {
  const { screen, text } = written({ isTTY: true });
  screen.progress("training", 0.429);
  expect(text()).toContain("training [########------------] 42 %");
});

test("what is left to wait is said in seconds, and in minutes where it is long", () => {
  const { screen, text } = written({ isTTY: true });
  screen.progress("training", 0.5, 11_200);
  screen.progress("training", 0.5, 240_000);
  expect(text()).toMatch(/50 %, 12 s left.*50 %, 4 min left/s);
});

test("what is shown already is not written again", () => {
  const { screen, text } = written({ isTTY: true });
  screen.progress("training", 0.501);
  screen.progress("training", 0.502);
  expect(text().match(/training/g)).toHaveLength(1);
});
