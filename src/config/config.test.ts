import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { type Limit, limits } from "../domain/resource/limits.js";
import { catalogue } from "../errors/catalogue.js";
import { ConfigError, readConfig } from "./config.js";
import { configurationReference, limitsReference } from "./reference.js";

const machine = { cores: 2, memoryMb: 8000 };

test("an empty environment gives the defaults, frozen", () => {
  const config = readConfig({}, machine);
  expect(config).toMatchObject({
    port: 8080,
    host: "127.0.0.1",
    databaseUrl: undefined,
    maxUploadBytes: 50_000_000_000,
    buildMemoryMb: 2000,
    buildThreads: 2,
    logLevel: "info",
  });
  expect(Object.isFrozen(config)).toBe(true);
});

test("the memory of a build is a quarter of the machine's, and never more than 4096 MB", () => {
  expect(readConfig({}, { cores: 64, memoryMb: 512_000 }).buildMemoryMb).toBe(4096);
});

test("an empty variable counts as absent", () => {
  expect(readConfig({ PORT: "", DATABASE_URL: " " }, machine)).toMatchObject({
    port: 8080,
    databaseUrl: undefined,
  });
});

test.each([
  ["PORT", "80a"],
  ["PORT", "65536"],
  ["DATABASE_URL", "mysql://localhost/x"],
  ["SMTP_URL", "localhost:25"],
  ["MAIL_FROM", "nobody"],
  ["BELLWETHER_MAX_UPLOAD_BYTES", "50GB"],
  ["BELLWETHER_BUILD_MEMORY_MB", "1"],
  ["BELLWETHER_PARALLEL_BUILDS", "0"],
  ["BELLWETHER_PUBLIC_URL", "example.com"],
  ["BELLWETHER_TRUSTED_PROXIES", "10.0.0.0/8, proxy"],
  ["LOG_LEVEL", "loud"],
  ["BELLWETHER_REQUESTS_PER_MINUTE", "0"],
  ["BELLWETHER_WEBHOOK_PRIVATE_ADDRESSES", "yes"],
])("%s=%s is refused by its name", (variable, value) => {
  const read = () => readConfig({ [variable]: value }, machine);
  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${variable} is "${value}", but must be`);
});

test("trusted proxies are addresses and networks", () => {
  expect(readConfig({}, machine).trustedProxies).toEqual([]);
  expect(readConfig({ BELLWETHER_TRUSTED_PROXIES: "10.0.0.0/8, ::1" }, machine).trustedProxies).toEqual([
    "10.0.0.0/8",
    "::1",
  ]);
});

test("a public URL loses its trailing slash", () => {
  expect(readConfig({ BELLWETHER_PUBLIC_URL: "https://scores.example.com/" }, machine).publicUrl).toBe(
    "https://scores.example.com",
  );
});

test("the reference page says what the settings are", async () => {
  await expect(configurationReference()).toMatchFileSnapshot("../../docs/reference/configuration.md");
});

test("the page of limits has the table, whose errors are in the catalogue and whose tests exist", async () => {
  await expect(limitsReference()).toMatchFileSnapshot("../../docs/limits.md");
  const all = Object.values<Limit>(limits);
  const errors = all.flatMap(({ beyond }) => ("error" in beyond ? [beyond.error] : []));
  expect(errors.filter((code) => !Object.hasOwn(catalogue, code))).toEqual([]);
  expect(all.map(({ test: file }) => file).filter((file) => !existsSync(file))).toEqual([]);
});
