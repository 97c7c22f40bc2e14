import { expect, test } from "vitest";
import { cliReference } from "./reference.js";

test("the reference page says what the commands are", async () => {
  await expect(await cliReference()).toMatchFileSnapshot("../../docs/reference/cli.md");
});
