// Mailer: sends e-mail by an SMTP server given as a URL, such as smtp://user:password@mail.example.com:587.

import { createTransport } from "nodemailer";
import { retryLater } from "../errors/refusal.js";

export interface Message {
  recipient: string;
  subject: string;
  body: string;
}

export interface Mailer {
  /** Resolves once the server has accepted the message. Throws `mail-unreachable`, after which the message can be retried. */
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
        throw retryLater(
          "mail-unreachable",
          { detail: cause instanceof Error ? cause.message : String(cause) },
          cause,
        );
      }
    },
    close: () => transport.close(),
  };
};

/** A server that accepts a connection and then stays silent must not block later mail. */
const within = <T>(ms: number, work: Promise<T>): Promise<T> => {
  let timer: NodeJS.Timeout;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${ms / 1000} s`)), ms);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
};
