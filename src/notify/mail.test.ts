import { afterEach, expect, test } from "vitest";
import { type MailServer, startMailServer } from "./fixtures.js";
import { createMailer } from "./mail.js";

let server: MailServer | undefined;
afterEach(() => server?.close());

const message = {
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

test("an unreachable server can be retried", async () => {
  const mailer = createMailer("smtp://127.0.0.1:1", "bellwether@example.com");
  await expect(mailer.send(message)).rejects.toMatchObject({ code: "mail-server-away" });
});

test("the error contains the server's message", async () => {
  server = await startMailServer({ refuse: true });
  const mailer = createMailer(server.url, "bellwether@example.com");
  await expect(mailer.send(message)).rejects.toThrow("no such mailbox");
  mailer.close();
});
