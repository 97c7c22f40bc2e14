import { once } from "node:events";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { type MailServer, startMailServer } from "./fixtures.js";
import { createMailer } from "./mail.js";

let server: MailServer | undefined;
afterEach(() => server?.close());

const message = {
  id: "5b7d4e90",
  recipient: "owner@example.com",
  subject: "Prediction “again” is ready",
  body: "AUC 0.84\n",
};

test("a mail reaches the server with its recipient, subject and body", async () => {
  server = await startMailServer();
  const mailer = createMailer(server.url, "Bellwether <bellwether@example.com>");
  await mailer.send(message);
  mailer.close();
  expect(server.received[0]?.to).toEqual(["owner@example.com"]);
  expect(server.received[0]?.raw).toContain("From: Bellwether <bellwether@example.com>");
  expect(server.received[0]?.raw).toContain("AUC 0.84");
});

test("every attempt has the same Message-ID, from which receivers know a second copy", async () => {
  server = await startMailServer();
  const mailer = createMailer(server.url, "Bellwether <bellwether@example.com>");
  await mailer.send(message);
  await mailer.send(message);
  mailer.close();
  for (const { raw } of server.received) expect(raw).toContain("Message-ID: <5b7d4e90@example.com>");
});

/** Accepts connections, greets if asked to, and then stays silent. */
const startSilentServer = async (greeting: string) => {
  const sockets = new Set<Socket>();
  const silent = createServer((socket) => {
    sockets.add(socket.on("error", () => {}).resume());
    socket.write(greeting);
  }).listen(0, "127.0.0.1");
  await once(silent, "listening");
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    silent.close();
  });
  const { port } = silent.address() as AddressInfo;
  return { url: `smtp://127.0.0.1:${port}`, sockets };
};

test("a server that stays silent loses its connection, so that it cannot accept the message later", async () => {
  for (const greeting of ["", "220 here\r\n"]) {
    const { url, sockets } = await startSilentServer(greeting);
    const mailer = createMailer(url, "bellwether@example.com", { connectMs: 200, answerMs: 200 });
    await expect(mailer.send(message)).rejects.toMatchObject({ code: "mail-server-away" });
    await expect
      .poll(() => [...sockets].every((socket) => socket.readableEnded || socket.destroyed))
      .toBe(true);
    mailer.close();
  }
});

test("closing the mailer ends a message that is being sent", async () => {
  const { url, sockets } = await startSilentServer("220 here\r\n");
  const mailer = createMailer(url, "bellwether@example.com");
  const sending = mailer.send(message).catch((error) => error);
  await expect.poll(() => sockets.size).toBe(1);
  mailer.close();
  expect(await sending).toMatchObject({ code: "mail-server-away" });
});

test("an unreachable server can be retried", async () => {
  const mailer = createMailer("smtp://127.0.0.1:1", "bellwether@example.com");
  await expect(mailer.send(message)).rejects.toMatchObject({ code: "mail-server-away" });
});

test("the error contains the server's message without the address that it repeats, also in its causes", async () => {
  server = await startMailServer({ refuse: true });
  const mailer = createMailer(server.url, "bellwether@example.com");
  const error = await mailer.send(message).catch((each) => each);
  mailer.close();
  expect(error.message).toContain("<…>: no such mailbox");
  expect(error.cause).toMatchObject({ code: "EENVELOPE", responseCode: 550 });
  expect(`${error.stack}${error.cause.stack}`.toLowerCase()).not.toContain(message.recipient);
});
