// A line to the service that breaks in the middle of an upload, and stays broken until it is mended.

import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

export interface BreakableProxy {
  url: string;
  mend(): void;
  close(): Promise<void>;
}

/** Breaks once, as soon as one connection has carried so many bytes towards the service. */
export const openBreakableProxy = async (port: number, afterBytes: number): Promise<BreakableProxy> => {
  const ends = new Set<Socket>();
  let state: "whole" | "broken" | "mended" = "whole";
  const cut = () => {
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
      if (state === "whole" && carried > afterBytes) cut();
    });
    caller.pipe(service).pipe(caller);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    url: `http://127.0.0.1:${(server.address() as { port: number }).port}`,
    mend() {
      state = "mended";
    },
    async close() {
      for (const end of ends) end.destroy();
      server.close();
      await once(server, "close");
    },
  };
};
