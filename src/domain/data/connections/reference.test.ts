import { expect, test } from "vitest";
import { connectionsReference } from "./reference.js";

test("the reference page says what the descriptors say", async () => {
  await expect(connectionsReference()).toMatchFileSnapshot("../../../../docs/reference/connection-types.md");
});
