// Mailer: sends e-mail by an SMTP server given as a URL, such as smtp://user:password@mail.example.com:587.

import { createTransport } from "nodemailer";
import { retryLater } from "../errors/refusal.js";

export interface Message {
  recipient: string;
  subject: string;
  body: string;
}

export interface Mailer {
  /** Resolves once the server has accepted the message. Throws `mail-server-away` for a server that does not answer, and `mail-unreachable`. */
  send(message: Message): Promise<void>;
  close(): void;
}

const timeoutMs = 15_000;

export const createMailer = (smtpUrl: string, from: string): Mailer => {
  const transport = createTransport(smtpUrl, { from });
  return {
    async send({ recipient, subject, body }) {
      try {
        await within(timeoutMs, transport.sendMail({ to: recipient, subject, text: body }));
      } catch (cause) {
        if (isAway(cause)) throw retryLater("mail-server-away", {}, cause);
        const detail = cause instanceof Error ? cause.message : String(cause);
        throw retryLater("mail-unreachable", { detail }, cause);
      }
    },
    close: () => transport.close(),
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

/** A server that accepts a connection and then stays silent must not block later mail. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () => reject(Object.assign(new Error(`no answer within ${ms / 1000} s`), { code: "ETIMEDOUT" })),
      ms,
    );
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
