// A service that receives a stop signal stops, whatever its clients do.

import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { signUp } from "../support/drive.js";
import { startService } from "../support/service.js";

const moreThanSocketsHold = 50_000_000;

test("a download that no client reads does not delay the stop", async () => {
  const service = await startService();
  const dir = await mkdtemp(path.join(tmpdir(), "bellwether-stop-"));
  const { client, key } = await signUp(service.url);
  await writeFile(path.join(dir, "large.csv"), Buffer.alloc(moreThanSocketsHold, "a,b\n"));
  await client.upload("files", "large.csv", path.join(dir, "large.csv"));
  const headers = { authorization: `Bearer ${key}` };
  const unread = await fetch(`${service.url}/uploads/files/large.csv`, { headers });
  expect(await service.stop()).toBe(0);
  expect(service.output()).not.toContain("cut off");
  await expect(unread.text()).rejects.toThrow();
  await rm(service.dataDir, { recursive: true });
  await rm(dir, { recursive: true });
});
