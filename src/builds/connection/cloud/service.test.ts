import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { expect, onTestFinished, test } from "vitest";
import type { ConnectionAccess } from "../access.js";
import { cloudService } from "./service.js";

test("a reply that does not end is refused at 128 MB, and not requested again", async () => {
  let requests = 0;
  const server = createServer((_, response) => {
    requests++;
    const part = Buffer.alloc(1 << 20, "x");
    Readable.from(Array(1_000).fill(part)).pipe(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const access = { privateAddresses: true } as ConnectionAccess;
  const reply = cloudService(access).ask(() => ({ url: `http://127.0.0.1:${port}/` }));
  await expect(reply).rejects.toMatchObject({
    code: "connection-failed",
    message: expect.stringContaining("more than 128 MB in one reply"),
  });
  expect(requests).toBe(1);
});
