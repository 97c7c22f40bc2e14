import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { createMailer } from "./mail.js";

const open: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

/** A real mail server on a free port; `received` fills with what it was given. */
const mailServer = async (
  refuse = false,
): Promise<{ url: string; received: { to: string[]; raw: string }[] }> => {
  const received: { to: string[]; raw: string }[] = [];
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
  open.push(() => new Promise((resolve) => server.close(() => resolve())));
  return { url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}`, received };
};

const message = {
  recipient: "owner@example.com",
  subject: "Outcome “again” is done building",
  body: "AUC 0.84\n",
};

test("a mail reaches the server with its recipient, subject and body", async () => {
  const { url, received } = await mailServer();
  const mailer = createMailer(url, "Bellwether <bellwether@example.com>");
  await mailer.send(message);
  mailer.close();
  expect(received[0]?.to).toEqual(["owner@example.com"]);
  expect(received[0]?.raw).toContain("From: Bellwether <bellwether@example.com>");
  expect(received[0]?.raw).toContain("AUC 0.84");
});

test("a server that cannot be reached is worth trying again", async () => {
  const mailer = createMailer("smtp://127.0.0.1:1", "bellwether@example.com");
  await expect(mailer.send(message)).rejects.toMatchObject({ code: "mail-unreachable" });
});

test("what the server said travels with the error", async () => {
  const { url } = await mailServer(true);
  const mailer = createMailer(url, "bellwether@example.com");
  await expect(mailer.send(message)).rejects.toThrow("no such mailbox");
  mailer.close();
});
