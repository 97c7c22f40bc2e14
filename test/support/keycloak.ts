// Keycloak of Maven Central, which Java runs: one process with a realm for each provider. It is fetched once, below the
// user's cache, where later runs find it.

import { type ChildProcess, execFile, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { eventually } from "./eventually.js";
import type { Claims } from "./openid-provider.js";
import { freePort } from "./ports.js";
import { ended, endsWithParent } from "./server-process.js";

const run = promisify(execFile);

/** The newest that runs on Java 17. */
const version = "26.7.0";

/** The directory of the program. Undefined, with a sentence in the log, where Java or Maven Central is missing. */
export const keycloakProgram = async (): Promise<string | undefined> => {
  const cache = process.env.XDG_CACHE_HOME || path.join(homedir(), ".cache");
  const dir = path.join(cache, "bellwether", "keycloak");
  const program = path.join(dir, `keycloak-${version}`);
  const whole = path.join(program, "whole");
  if (existsSync(whole)) return program;
  rmSync(program, { recursive: true, force: true });
  mkdirSync(dir, { recursive: true });
  const artifact = `-Dartifact=org.keycloak:keycloak-quarkus-dist:${version}:zip`;
  // Without a project, Maven writes its markers below the working directory.
  const working = mkdtempSync(path.join(dir, "maven-"));
  try {
    await run("mvn", ["-q", "-B", "dependency:unpack", artifact, `-DoutputDirectory=${dir}`], {
      cwd: working,
    });
    await run("bash", [path.join(program, "bin/kc.sh"), "build", "--db=dev-mem"]);
  } catch (error) {
    const reason = (error as Error).message.slice(0, 300);
    console.warn(`Skipped: Keycloak needs Java 17, Maven and Maven Central. ${reason}`);
    return undefined;
  } finally {
    rmSync(working, { recursive: true, force: true });
  }
  writeFileSync(whole, "");
  return program;
};

export interface Keycloak {
  /** A realm of its own, with one client. */
  addRealm(redirectUri: string): Promise<Realm>;
  stop(): Promise<void>;
}

export interface Realm {
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Adds the user, named by the subject, or changes them. */
  setUser(claims: Claims): Promise<{ name: string; password: string }>;
  /** Another key signs from now on, and the one of before is gone. */
  rotateKeys(): Promise<void>;
}

const admin = { name: "admin", password: randomBytes(16).toString("hex") };
const userPassword = "correct horse battery";

export const runKeycloak = async (program: string): Promise<Keycloak> => {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  const server = start(program, url, port);
  await untilReady(server, url);
  const ask = administer(url);
  return {
    addRealm: (redirectUri) => addRealm(ask, url, redirectUri),
    async stop() {
      server.kill("SIGTERM");
      await ended(server);
    },
  };
};

const start = (program: string, url: string, port: number): ChildProcess => {
  const [ending = "", ...rest] = endsWithParent("TERM");
  const command = ["bash", path.join(program, "bin/kc.sh"), "start", "--optimized", "--cache=local"];
  const address = [
    "--http-enabled=true",
    "--http-host=127.0.0.1",
    `--http-port=${port}`,
    `--hostname=${url}`,
  ];
  return spawn(ending, [...rest, ...command, ...address], {
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      KC_BOOTSTRAP_ADMIN_USERNAME: admin.name,
      KC_BOOTSTRAP_ADMIN_PASSWORD: admin.password,
      // It runs for a minute or two, in which the second compiler costs more than it saves.
      JAVA_OPTS_APPEND: "-XX:TieredStopAtLevel=1",
    },
  });
};

const untilReady = async (server: ChildProcess, url: string): Promise<void> => {
  let said = "";
  server.stdout!.on("data", (text) => {
    said = (said + text).slice(-10_000);
  });
  await eventually("Keycloak answers", async () => {
    if (server.exitCode !== null) throw new Error(`Keycloak ended with ${server.exitCode}:\n${said}`);
    const answer = await fetch(`${url}/realms/master`).catch(() => null);
    return answer?.ok || undefined;
  });
};

/** A request to its administration, at a path below that of all realms. */
type Ask = <T = unknown>(method: string, at: string, body?: object) => Promise<T>;

const administer =
  (url: string): Ask =>
  async <T>(method: string, at: string, body?: object) => {
    const signedIn = await fetch(`${url}/realms/master/protocol/openid-connect/token`, {
      method: "POST",
      body: new URLSearchParams({
        grant_type: "password",
        client_id: "admin-cli",
        username: admin.name,
        password: admin.password,
      }),
    });
    const { access_token } = (await signedIn.json()) as { access_token: string };
    const answer = await fetch(`${url}/admin/realms${at}`, {
      method,
      headers: { authorization: `Bearer ${access_token}`, "content-type": "application/json" },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${method} ${at} was answered with ${answer.status}: ${text}`);
    return (text === "" ? undefined : JSON.parse(text)) as T;
  };

const addRealm = async (ask: Ask, url: string, redirectUri: string): Promise<Realm> => {
  const realm = `realm-${randomBytes(4).toString("hex")}`;
  const [clientId, clientSecret] = ["bellwether", randomBytes(16).toString("hex")];
  await ask("POST", "", {
    realm,
    enabled: true,
    sslRequired: "none",
    // Two people with one address are what the tests are about.
    duplicateEmailsAllowed: true,
    loginWithEmailAllowed: false,
    accessTokenLifespan: 60,
    clients: [clientOf(clientId, clientSecret, redirectUri)],
  });
  let priority = 100;
  return {
    issuer: `${url}/realms/${realm}`,
    clientId,
    clientSecret,
    setUser: (claims) => setUser(ask, realm, claims),
    async rotateKeys() {
      const keys = await ask<{ id: string; providerId: string }[]>(
        "GET",
        `/${realm}/components?type=${keyType}`,
      );
      priority++;
      await ask("POST", `/${realm}/components`, {
        name: `signing ${priority}`,
        providerId: "rsa-generated",
        providerType: keyType,
        config: { priority: [String(priority)] },
      });
      for (const { id, providerId } of keys)
        if (providerId === "rsa-generated") await ask("DELETE", `/${realm}/components/${id}`);
    },
  };
};

const keyType = "org.keycloak.keys.KeyProvider";

const clientOf = (clientId: string, secret: string, redirectUri: string) => ({
  clientId,
  secret,
  redirectUris: [redirectUri],
  publicClient: false,
  attributes: { "pkce.code.challenge.method": "S256" },
  protocolMappers: [
    {
      name: "groups",
      protocol: "openid-connect",
      protocolMapper: "oidc-group-membership-mapper",
      config: { "claim.name": "groups", "full.path": "false", "id.token.claim": "true" },
    },
  ],
});

interface Named {
  id: string;
  name: string;
}

const setUser = async (ask: Ask, realm: string, { sub, email, email_verified, groups = [] }: Claims) => {
  const user = { username: sub, enabled: true, email, emailVerified: email_verified ?? false };
  const named = { firstName: "Somebody", lastName: "Real" };
  const find = async () =>
    (await ask<{ id: string }[]>("GET", `/${realm}/users?username=${sub}&exact=true`))[0]?.id;
  const known = await find();
  const credentials = [{ type: "password", value: userPassword }];
  if (known) await ask("PUT", `/${realm}/users/${known}`, { ...user, ...named });
  else await ask("POST", `/${realm}/users`, { ...user, ...named, credentials });
  const at = `/${realm}/users/${(await find())!}/groups`;
  const present = await ask<Named[]>("GET", at);
  for (const { id, name } of present) if (!groups.includes(name)) await ask("DELETE", `${at}/${id}`);
  for (const name of groups) await ask("PUT", `${at}/${await groupNamed(ask, realm, name)}`);
  return { name: sub, password: userPassword };
};

const groupNamed = async (ask: Ask, realm: string, name: string): Promise<string> => {
  const find = async () =>
    (await ask<Named[]>("GET", `/${realm}/groups`)).find((group) => group.name === name)?.id;
  const known = await find();
  if (known) return known;
  await ask("POST", `/${realm}/groups`, { name });
  return (await find())!;
};
