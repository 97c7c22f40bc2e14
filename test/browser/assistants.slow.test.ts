// An assistant is connected as people do it: the MCP SDK's client of OAuth asks `bellwether mcp --http`, a browser decides
// on the console's page, and the tools answer. Nobody tells the client anything but the address.

import { type ChildProcess, spawn } from "node:child_process";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import {
  discoverAuthorizationServerMetadata,
  type OAuthClientProvider,
  refreshAuthorization,
  UnauthorizedError,
} from "@modelcontextprotocol/sdk/client/auth.js";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import type { OAuthClientInformationMixed, OAuthTokens } from "@modelcontextprotocol/sdk/shared/auth.js";
import type { Transport } from "@modelcontextprotocol/sdk/shared/transport.js";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { freePort } from "../support/ports.js";
import { accessibilityViolations } from "./support/accessibility.js";
import { visit } from "./support/browser.js";
import { signInInBrowser, signUpInBrowser } from "./support/sign-in.js";
import { register, runProviders, type SsoWorld, startSso } from "./support/sso.js";

const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));
let world: SsoWorld;
let server: { url: string; child: ChildProcess };
let back: Awaited<ReturnType<typeof listen>>;

beforeAll(async () => {
  world = await startSso(runProviders);
  server = await startMcp("--allow-writes");
  back = await listen();
});
afterAll(async () => {
  server.child.kill();
  back.server.close();
  await world.stop();
});

const startMcp = async (...more: string[]) => {
  const args = [program, "mcp", "--http", "--port", String(await freePort()), ...more];
  const child = spawn(process.execPath, args, {
    env: { PATH: process.env.PATH, BELLWETHER_URL: world.service.url },
    stdio: ["ignore", "ignore", "pipe"],
  });
  const said = await new Promise((resolve) => child.stderr!.once("data", resolve));
  return { child, url: /http:\S+/.exec(String(said))![0] };
};

/** The program to which the browser comes back. */
const listen = async (): Promise<{ server: Server; url: string; query(): Promise<URLSearchParams> }> => {
  let receive: (query: URLSearchParams) => void;
  let query = new Promise<URLSearchParams>((resolve) => {
    receive = resolve;
  });
  const listening = createServer((request, response) => {
    response.setHeader("content-type", "text/html");
    response.end("<!doctype html><title>Back</title><h1>Back in the assistant</h1>");
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    if (pathname === "/callback") receive(searchParams);
  });
  await new Promise<void>((resolve) => listening.listen(0, "127.0.0.1", resolve));
  return {
    server: listening,
    url: `http://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    async query() {
      const found = await query;
      query = new Promise((resolve) => {
        receive = resolve;
      });
      return found;
    },
  };
};

/** What an assistant keeps of one connection. */
class Kept implements OAuthClientProvider {
  information: OAuthClientInformationMixed | undefined;
  issued: OAuthTokens | undefined;
  page: URL | undefined;
  private verifier = "";

  get redirectUrl() {
    return `${back.url}/callback`;
  }
  get clientMetadata() {
    return { client_name: "Test assistant", redirect_uris: [this.redirectUrl] };
  }
  state = () => "state-of-the-assistant";
  clientInformation = () => this.information;
  saveClientInformation(information: OAuthClientInformationMixed) {
    this.information = information;
  }
  tokens = () => this.issued;
  saveTokens(tokens: OAuthTokens) {
    this.issued = tokens;
  }
  redirectToAuthorization(url: URL) {
    this.page = url;
  }
  saveCodeVerifier(verifier: string) {
    this.verifier = verifier;
  }
  codeVerifier = () => this.verifier;
}

const connect = async (kept: Kept, url = server.url): Promise<Client> => {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { authProvider: kept }) as Transport);
  onTestFinished(() => client.close());
  return client;
};

/** Where the assistant sends the browser. */
const pageFor = async (kept: Kept, url?: string): Promise<string> => {
  await expect(connect(kept, url)).rejects.toThrow(UnauthorizedError);
  return kept.page!.href;
};

const redeem = async (kept: Kept, url = server.url): Promise<void> => {
  const query = await back.query();
  expect(query.get("state")).toBe("state-of-the-assistant");
  expect(query.get("iss")).toBe(world.service.url);
  const transport = new StreamableHTTPClientTransport(new URL(url), { authProvider: kept });
  await transport.finishAuth(query.get("code")!);
};

const textOf = async (client: Client, name: string, args: Record<string, unknown> = {}): Promise<string> =>
  ((await client.callTool({ name, arguments: args })).content as [{ text: string }])[0].text;

const visitor = async () => {
  const one = await visit(world.browser, world.service.url, { others: [back.url] });
  onTestFinished(() => one.leave());
  return one.page;
};

const allow = async (page: Page): Promise<void> => {
  await page.getByRole("button", { name: "Allow", exact: true }).click();
  await page.getByRole("heading", { name: "Back in the assistant" }).waitFor();
};

test("a person signs in, sees who asks for what, allows less, and ends it in the settings", async () => {
  const page = await visitor();
  await signUpInBrowser(page, "owner@example.com", "Shop");
  const other = await visitor();
  const kept = new Kept();
  await other.goto(await pageFor(kept));
  await signInInBrowser(other, "owner@example.com");
  await other.getByRole("heading", { name: "Test assistant asks for access" }).waitFor();
  const shown = await other.getByRole("main").textContent();
  for (const text of ["Shop", "owner@example.com", new URL(back.url).host, server.url])
    expect(shown).toContain(text);
  expect(await other.getByLabel("Editor").isChecked(), "what it asks for is proposed").toBe(true);
  expect(await accessibilityViolations(other)).toEqual([]);
  await other.getByLabel("Viewer", { exact: true }).check();
  await allow(other);
  await redeem(kept);
  expect(kept.issued).toMatchObject({ scope: "read", expires_in: 3600 });

  const client = await connect(kept);
  expect(await textOf(client, "overview")).toContain("account: Shop");
  const refused = await textOf(client, "create_cohort", { name: "All", stream_name: "transaction" });
  expect(refused).toMatch(/403|role|scope/);

  await page.goto("/console/settings");
  await page.getByRole("button", { name: "End access of Test assistant" }).click();
  await page.getByRole("button", { name: "End access", exact: true }).click();
  await page.getByText("No assistant is connected.").waitFor();
  await expect(client.callTool({ name: "overview", arguments: {} })).rejects.toThrow();
  await page.goto("/console/settings/audit");
  await page.getByText("ended the access of assistant “Test assistant”").waitFor();
  await page.getByText("connected assistant “Test assistant”").waitFor();
});

test("the client refreshes its tokens by itself", async () => {
  const page = await visitor();
  await signUpInBrowser(page, "refreshing@example.com", "Refreshing");
  const kept = new Kept();
  await page.goto(await pageFor(kept));
  await allow(page);
  await redeem(kept);
  const before = kept.issued!;
  kept.issued = { ...before, access_token: "bw_live_expired" };
  const client = await connect(kept);
  expect(await textOf(client, "overview")).toContain("account: Refreshing");
  expect(kept.issued.refresh_token).not.toBe(before.refresh_token);
  const metadata = await discoverAuthorizationServerMetadata(world.service.url);
  const again = refreshAuthorization(world.service.url, {
    metadata: metadata!,
    clientInformation: kept.information!,
    refreshToken: before.refresh_token!,
  });
  await expect(again, "a token that was stolen and used").rejects.toThrow(/used before/);
  await expect(client.callTool({ name: "overview", arguments: {} })).rejects.toThrow();
});

test("a person who refuses sends the assistant back without access", async () => {
  const page = await visitor();
  await signUpInBrowser(page, "refusing@example.com", "Refusing");
  await page.goto(await pageFor(new Kept()));
  await page.getByRole("button", { name: "Do not allow" }).click();
  await page.getByRole("heading", { name: "Back in the assistant" }).waitFor();
  const query = await back.query();
  expect([query.get("error"), query.get("code")]).toEqual(["access_denied", null]);
});

test("a token for one server is refused at another", async () => {
  const page = await visitor();
  await signUpInBrowser(page, "two@example.com", "Two");
  const second = await startMcp();
  onTestFinished(() => void second.child.kill());
  const kept = new Kept();
  await page.goto(await pageFor(kept));
  await allow(page);
  await redeem(kept);
  const { access_token } = kept.issued!;
  const headers = {
    authorization: `Bearer ${access_token}`,
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const statusAt = async (url: string) => (await fetch(url, { method: "POST", headers, body })).status;
  expect([await statusAt(server.url), await statusAt(second.url)]).toEqual([200, 401]);
});

test("a page of another site neither embeds the page nor consents", async () => {
  const page = await visitor();
  await signUpInBrowser(page, "framed@example.com", "Framed");
  const url = await pageFor(new Kept());
  const answer = await page.goto(url);
  expect(answer!.headers()["content-security-policy"]).toContain("frame-ancestors 'none'");
  const query = new URL(url).search.slice(1);
  await page.goto(back.url);
  const status = await page.evaluate(
    async ([address, sent]) => {
      const options = { method: "POST", mode: "no-cors", credentials: "include", body: sent } as const;
      const answer = await fetch(`${address}/v1/assistants`, options).catch(() => undefined);
      return answer?.type;
    },
    [world.service.url, JSON.stringify({ query, role: "editor" })] as const,
  );
  expect(["opaque", undefined]).toContain(status);
  await page.goto(`${world.service.url}/console/settings`);
  await page.getByText("No assistant is connected.").waitFor();
});

test("a person of an identity provider comes back to the page after signing in there", async () => {
  const provider = await register(world, { email: "ada@acme.com", name: "Acme", domain: "acme.com" });
  const { page, leave } = await visit(world.browser, world.service.url, {
    others: [back.url, new URL(provider.issuer).origin],
  });
  await provider.isThere({ sub: "g-1", email: "grace@acme.com", email_verified: true });
  const kept = new Kept();
  await page.goto(await pageFor(kept));
  await page.getByLabel("E-mail").fill("grace@acme.com");
  await page.getByRole("button", { name: "Sign in with Acme" }).click();
  await provider.pass(page);
  await page.getByRole("heading", { name: "Test assistant asks for access" }).waitFor();
  expect(await page.getByLabel("Editor").count(), "a viewer gives no more").toBe(0);
  await allow(page);
  await redeem(kept);
  expect(await textOf(await connect(kept), "overview")).toContain("account: Acme");
  await leave();
});
