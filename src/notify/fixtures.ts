// A real mail server for tests, on a free port.

import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";

export interface MailServer {
  url: string;
  /** What it was given, in order. */
  received: { to: string[]; raw: string }[];
  close(): Promise<void>;
}

/** With `refuse`, no recipient is known to it. */
export const startMailServer = async ({ refuse = false } = {}): Promise<MailServer> => {
  const received: MailServer["received"] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, done) => done(refuse ? new Error("no such mailbox") : null),
    onData: async (stream, session, done) => {
      received.push({ to: session.envelope.rcptTo.map(({ address }) => address), raw: await text(stream) });
      done();
    },
  });
  server.on("error", () => {});
  server.listen(0, "127.0.0.1");
  await once(server.server, "listening");
  const { port } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${port}`,
    received,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
};
