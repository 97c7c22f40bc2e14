import { expect, test } from "vitest";
import { createScreen } from "./screen.js";

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
  expect(text()).toContain("training 42 %");
});
