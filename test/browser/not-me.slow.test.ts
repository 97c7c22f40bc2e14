// The mail about a sign-in in another browser, and the page that its link opens.

import type { Browser } from "playwright-core";
import { beforeAll, expect, test } from "vitest";
import { type MailServer, startMailServer } from "../../src/notify/fixtures.js";
import { eventually } from "../support/eventually.js";
import type { RunningService } from "../support/service.js";
import { visit } from "./support/browser.js";
import { startConsole } from "./support/console.js";
import { signInInBrowser, signUpInBrowser, waitForHome } from "./support/sign-in.js";

let service: RunningService;
let browser: Browser;
let mails: MailServer;

beforeAll(async () => {
  const server = await startMailServer();
  mails = server;
  const started = await startConsole({ SMTP_URL: server.url });
  ({ service, browser } = started);
  return async () => {
    await started.stop();
    await server.close();
  };
});

/** The newest link to the page, which ends where the line does. */
const linkInMail = () =>
  eventually("the mail arrives", async () => {
    const texts = mails.received.map(({ raw }) => raw.replaceAll("=\r\n", ""));
    return texts.map((text) => /\/console\/not-me#[\w-]+/.exec(text)?.[0]).findLast(Boolean);
  });

test("whoever was signed in by a stranger signs them out, and chooses a new password", async () => {
  const [ada, stranger, later] = [
    await visit(browser, service.url),
    await visit(browser, service.url),
    await visit(browser, service.url),
  ];
  await signUpInBrowser(ada.page, "ada@example.com");
  await stranger.page.goto("/console");
  await signInInBrowser(stranger.page, "ada@example.com");
  await waitForHome(stranger.page);

  const link = await linkInMail();
  await later.page.goto(link);
  await later.page.getByRole("heading", { name: "Was it not you?" }).waitFor();
  await later.page.getByRole("button", { name: "Sign out everywhere" }).click();
  await later.page.getByRole("heading", { name: "Choose a new password" }).waitFor();
  await stranger.page.reload();
  await stranger.page.getByRole("heading", { name: "Sign in" }).waitFor();
  const next = "another horse, another staple";
  await later.page.getByLabel("New password").fill(next);
  await later.page.getByRole("button", { name: "Set password" }).click();
  await later.page.getByRole("heading", { name: "You are signed out everywhere" }).waitFor();
  await later.page.getByRole("link", { name: "Sign in" }).click();
  await signInInBrowser(later.page, "ada@example.com", next);
  await waitForHome(later.page);

  await signInInBrowser(stranger.page, "ada@example.com");
  await stranger.page.getByText("Wrong e-mail or password").waitFor();
  await stranger.page.goto(link);
  await stranger.page.getByRole("button", { name: "Sign out everywhere" }).click();
  await stranger.page.getByText("This link is not valid").waitFor();
  expect(mails.received.length).toBeGreaterThan(0);
  await Promise.all([ada.leave(), stranger.leave(), later.leave()]);
});
