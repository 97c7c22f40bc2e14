import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { type AddressInfo, createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, onTestFinished, test } from "vitest";
import { needing } from "../../test/run/needs.js";
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

test(
  "a server whose certificate comes from another authority than the one that is named gets no mail",
  needing("openssl"),
  async () => {
    const dir = mkdtempSync(path.join(tmpdir(), "bw-smtp-"));
    onTestFinished(() => rmSync(dir, { recursive: true }));
    const certify = (name: string) => {
      const [key, cert] = [path.join(dir, `${name}.key`), path.join(dir, `${name}.pem`)];
      const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=localhost"];
      const names = ["-addext", "subjectAltName=DNS:localhost"];
      execFileSync("openssl", [...made, ...names, "-keyout", key, "-out", cert], { stdio: "ignore" });
      return { key: readFileSync(key, "utf8"), cert: readFileSync(cert, "utf8") };
    };
    const [own, other] = [certify("own"), certify("other")];
    let received = 0;
    const secure = new SMTPServer({
      secure: true,
      ...own,
      authOptional: true,
      onData: (stream, _session, done) => {
        stream.resume().on("end", () => {
          received++;
          done();
        });
      },
    });
    secure.on("error", () => {});
    await once(secure.listen(0, "127.0.0.1"), "listening");
    onTestFinished(() => new Promise<void>((resolve) => secure.close(() => resolve())));
    const url = `smtps://localhost:${(secure.server.address() as AddressInfo).port}`;
    const send = async (authorities: string) => {
      const mailer = createMailer(url, "bellwether@example.com", undefined, authorities);
      try {
        await mailer.send(message);
      } finally {
        mailer.close();
      }
    };
    await expect(send(other.cert)).rejects.toThrow();
    expect(received).toBe(0);
    await send(own.cert);
    expect(received).toBe(1);
  },
);
