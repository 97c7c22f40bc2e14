// A TCP proxy to the service that breaks in the middle of an upload, until it is repaired.

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface BreakableProxy {
  url: string;
  repair(): void;
  close(): Promise<void>;
}

/** Breaks once, when a connection has carried this many bytes to the service. */
export const openBreakableProxy = async (port: number, afterBytes: number): Promise<BreakableProxy> => {
  const ends = new Set<Socket>();
  let state: "whole" | "broken" | "repaired" = "whole";
  const breakAll = () => {
    state = "broken";
    for (const end of ends) end.destroy();
  };
  const server = createServer((caller) => {
    if (state === "broken") return void caller.destroy();
    const service = connect(port, "127.0.0.1");
    for (const end of [caller, service]) {
      ends.add(end);
      end.on("error", () => undefined);
      end.on("close", () => ends.delete(end));
    }
    let carried = 0;
    caller.on("data", ({ length }) => {
      carried += length;
      if (state === "whole" && carried > afterBytes) breakAll();
    });
    caller.pipe(service).pipe(caller);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    repair() {
      state = "repaired";
    },
    async close() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
