// Mail server and webhook receiver for tests, on free ports.

import { once } from "node:events";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface MailServer {
  url: string;
  /** The messages received, in order. */
  received: { to: string[]; raw: string }[];
  close(): Promise<void>;
}

/** With `refuse`, it rejects every recipient. `received` and `port` are those of a server that comes back. */
export const startMailServer = async ({
  refuse = false,
  port: wanted = 0,
  received = [] as MailServer["received"],
} = {}): Promise<MailServer> => {
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: ({ address }, _session, done) =>
      done(refuse ? new Error(`<${address.toUpperCase()}>: no such mailbox`) : null),
    onData: async (stream, session, done) => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: await text(stream) });
      done();
    },
  });
  server.on("error", () => {});
  server.listen(wanted, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};

export interface Receiver {
  url: string;
  /** The requests, in order, also those that were not answered. */
  received: { path: string; headers: IncomingHttpHeaders; body: string }[];
  close(): Promise<void>;
}

/** A number is a status. `silent` never answers, `broken` ends the connection instead of answering. */
export type Answer = number | "silent" | "broken";

/** Answers with `answers` in turn, and with the last one from then on. */
export const startReceiver = (...answers: Answer[]): Promise<Receiver> => startReceiverAt(0, ...answers);

/** Likewise, on a port where one was before. */
export const startReceiverAt = async (wanted: number, ...answers: Answer[]): Promise<Receiver> => {
  const received: Receiver["received"] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    const answer = answers[Math.min(received.length, answers.length - 1)] ?? 200;
    received.push({ path: request.url ?? "", headers: request.headers, body });
    if (answer === "silent") return;
    if (answer === "broken") request.socket.destroy();
    else response.writeHead(answer, { location: "/elsewhere" }).end("noted");
  });
  server.listen(wanted, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}/hook`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
