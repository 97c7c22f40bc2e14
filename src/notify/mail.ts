// Mailer: sends e-mail by an SMTP server given as a URL, such as smtp://user:password@mail.example.com:587. A
// message keeps its Message-ID over all attempts, so that a receiver can drop the second copy where the
// answer to the first was lost.

import { connect, type Socket } from "node:net";
import { createTransport } from "nodemailer";
import { retryLater } from "../errors/refusal.js";

export interface Message {
  /** Id of the mail in the outbox, the same in all attempts. */
  id: string;
  recipient: string;
  subject: string;
  body: string;
  /** The same in HTML; null: as text alone. */
  html?: string | null;
}

export interface Mailer {
  /**
   * Resolves once the server has accepted the message. Throws `mail-server-away` for a server that does not
   * answer, and `mail-unreachable`.
   */
  send(message: Message): Promise<void>;
  /** Ends a message that is being sent, which then is unsent. */
  close(): void;
}

/**
 * The longest silence of a server before it greets, and after that: RFC 5321, 4.5.3.2, gives it ten minutes
 * to accept a message.
 */
export interface MailTimeouts {
  connectMs: number;
  answerMs: number;
}
const usualTimeouts: MailTimeouts = { connectMs: 15_000, answerMs: 600_000 };

/** `authorities`: certificates, in PEM, of the only ones that the server's may come from. */
export const createMailer = (
  smtpUrl: string,
  from: string,
  { connectMs, answerMs }: MailTimeouts = usualTimeouts,
  authorities?: string,
): Mailer => {
  const url = new URL(smtpUrl);
  const timeouts = { connectionTimeout: connectMs, greetingTimeout: connectMs, socketTimeout: answerMs };
  for (const [name, ms] of Object.entries(timeouts)) url.searchParams.set(name, String(ms));
  const tls = authorities === undefined ? {} : { tls: { ca: authorities } };
  const transport = createTransport({ url: url.href, ...tls }, { from });
  const open = ownSockets(transport.transporter, connectMs);
  const host = /@([^\s>]+)>?$/.exec(from)?.[1] ?? "localhost";
  return {
    async send({ id, recipient, subject, body, html }) {
      try {
        const messageId = `<${id}@${host}>`;
        await transport.sendMail({ to: recipient, subject, text: body, ...(html && { html }), messageId });
      } catch (error) {
        const cause = withoutAddress(error, recipient);
        if (isAway(cause)) throw retryLater("mail-server-away", {}, cause);
        throw retryLater("mail-unreachable", { detail: cause.message }, cause);
      }
    },
    close: () => {
      for (const socket of open) socket.destroy(new Error("the service stops"));
      transport.close();
    },
  };
};

/** Codes of nodemailer for a server that was not reached or did not answer. */
const awayCodes = new Set(["ECONNECTION", "ETIMEDOUT", "EDNS", "ESOCKET", "ECONNRESET"]);
const closingDown = 421;

/** A server that answered has refused the message, unless it said that it closes down. */
const isAway = (cause: unknown): boolean => {
  const { code = "", responseCode } = cause as Partial<{ code: string; responseCode: number }>;
  return responseCode === undefined ? awayCodes.has(code) : responseCode === closingDown;
};

/** Servers repeat the address that they refuse, in any case, and the error ends in the log. */
const withoutAddress = (error: unknown, address: string): Error => {
  const written = new RegExp(address.replace(/[^a-z0-9]/gi, "\\$&"), "gi");
  const blanked = (text: string) => (address === "" ? text : text.replace(written, "…"));
  if (!(error instanceof Error)) return new Error(blanked(String(error)));
  const { message, stack = "" } = error;
  return Object.assign(error, { message: blanked(message), stack: blanked(stack) });
};

interface SocketOptions {
  host?: string;
  port?: number | string;
  secure?: boolean;
}
type SocketMade = (error: Error | null, made?: { connection: Socket }) => void;

/** The transport does not give its connections away, and a stopping service must be able to end them. */
const ownSockets = (transporter: object, connectMs: number): ReadonlySet<Socket> => {
  const open = new Set<Socket>();
  const getSocket = ({ host = "localhost", port, secure }: SocketOptions, done: SocketMade) => {
    const socket = connect({ host, port: Number(port ?? (secure ? 465 : 587)) });
    open.add(socket);
    socket.once("close", () => open.delete(socket));
    socket.setTimeout(connectMs, () =>
      socket.destroy(new Error(`no connection within ${connectMs / 1000} s`)),
    );
    const failed = (error: Error) => done(Object.assign(error, { code: "ECONNECTION" }));
    socket.once("error", failed);
    socket.once("connect", () => {
      socket.setTimeout(0).removeAllListeners("timeout").off("error", failed);
      done(null, { connection: socket });
    });
  };
  Object.assign(transporter, { getSocket });
  return open;
};
