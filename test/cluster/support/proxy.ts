// Proxy on loopback whose connections a test can cut, as a network does.

import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface Proxy {
  port: number;
  /** Breaks all connections; returns their number. New ones are let through. */
  cut(): number;
  close(): void;
}

export const startProxy = async (to: number): Promise<Proxy> => {
  const sockets = new Set<Socket>();
  const server = createServer((client) => {
    const upstream = connect(to, "127.0.0.1");
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket
        .on("error", () => {})
        .on("close", () => {
          sockets.delete(socket);
          client.destroy();
          upstream.destroy();
        });
    }
    client.pipe(upstream).pipe(client);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    const cutOff = sockets.size / 2;
    for (const socket of sockets) socket.destroy();
    return cutOff;
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    close: () => {
      cut();
      server.close();
    },
  };
};
