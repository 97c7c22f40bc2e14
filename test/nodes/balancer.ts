// Load balancer of the simplest kind: it asks /ready of every node a few times a second, and sends each
// request to the next node that was ready. It never repeats a request, so each that a node fails is a failed
// request.

import { once } from "node:events";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

const askEveryMs = 200;

export const balance = async (nodes: readonly string[]): Promise<string> => {
  let ready: string[] = [];
  let turn = 0;
  const ask = async () => {
    const answers = await Promise.all(nodes.map((url) => isReady(url)));
    ready = nodes.filter((_, i) => answers[i]);
  };
  const asking = setInterval(() => void ask(), askEveryMs);
  const server = createServer((from, to) => pass(from, to, ready[turn++ % ready.length]));
  onTestFinished(() => {
    clearInterval(asking);
    server.closeAllConnections();
    server.close();
  });
  await ask();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
};

const isReady = (url: string): Promise<boolean> =>
  fetch(`${url}/ready`).then(
    async (answer) => {
      await answer.arrayBuffer();
      return answer.ok;
    },
    () => false,
  );

const pass = (from: IncomingMessage, to: ServerResponse, node: string | undefined): void => {
  const fail = () => {
    if (!to.headersSent) to.writeHead(502);
    to.end();
  };
  if (node === undefined) {
    fail();
    return;
  }
  const { method, url, headers } = from;
  const passed = request(`${node}${url}`, { method, headers, agent: false }, (answer) => {
    to.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(to);
    answer.on("error", fail);
  });
  passed.on("error", fail);
  from.pipe(passed);
};
