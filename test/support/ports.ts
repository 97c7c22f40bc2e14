// Ports of this machine on which nothing listens. They lie below those that the machine gives to outgoing
// connections: a program that ends and starts again finds its port free, whatever has connected meanwhile.

import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server } from "node:net";

const lowest = 15_000;
/** Outgoing connections begin here, on Linux as it comes. */
const outgoing = 32_768;

/** Ports that are free now: take them soon. */
export const freePorts = async (count: number): Promise<number[]> => {
  const taken = new Map<number, Server>();
  while (taken.size < count) {
    const port = randomInt(lowest, outgoing);
    const server = createServer().listen(port, "127.0.0.1");
    const isFree = await once(server, "listening").then(
      () => true,
      () => false,
    );
    if (isFree) taken.set(port, server);
  }
  const close = (server: Server) => new Promise((resolve) => server.close(resolve));
  await Promise.all([...taken.values()].map(close));
  return [...taken.keys()];
};

export const freePort = async (): Promise<number> => (await freePorts(1))[0]!;
