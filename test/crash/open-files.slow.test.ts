// Service without room for another open file, again and again: its limit is lowered while it runs, or
// connections take what there is. It refuses with 503 and says why, never ends, and goes on by itself with
// everything that it acknowledged.

import { execFileSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, type IncomingMessage, request as send } from "node:http";
import { connect, type Socket } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { needing } from "../run/needs.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, startService } from "../support/service.js";
import { hasPeople, type OrdersAccount, openShop, troublesOf, until } from "./orders-account.js";

const canLower = existsSync("/usr/bin/prlimit") && existsSync("/proc/self/fd");

/** Files that the service may open beyond those that it has open: with some of them, a step starts and fails later. */
const rooms = [0, 9, 14, -8, -100];
const uploadsEach = 3;
const connectionsBeyond = 20;

const filesOf = ({ pid }: RunningService): number => readdirSync(`/proc/${pid}/fd`).length;

const limitOf = ({ pid }: RunningService): string =>
  /Max open files +(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, "utf8"))![1]!;

const setLimit = ({ pid }: RunningService, files: number | string): void =>
  void execFileSync("prlimit", ["--pid", String(pid), `--nofile=${files}:`]);

interface Answer {
  status: number;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A connection that stays open, so that its requests are answered when no other can be accepted. */
class OldConnection {
  private readonly agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(private readonly account: OrdersAccount) {
    onTestFinished(() => this.agent.destroy());
  }

  /** Null if the connection broke. */
  ask(method: string, at: string, body?: Buffer): Promise<Answer | null> {
    const { service, key } = this.account;
    const headers = { authorization: `Bearer ${key}`, "content-type": "text/csv" };
    return new Promise((resolve) => {
      const request = send(`${service.url}/v1${at}`, { method, headers, agent: this.agent });
      request.on("error", () => resolve(null));
      request.on("response", async (response) => {
        const chunks: Buffer[] = [];
        response.on("data", (chunk: Buffer) => chunks.push(chunk));
        response.on("error", () => resolve(null));
        response.on("end", () =>
          resolve({
            status: response.statusCode!,
            headers: response.headers,
            body: Buffer.concat(chunks).toString("latin1"),
          }),
        );
      });
      request.end(body);
    });
  }
}

/** Files whose upload was acknowledged, by address. */
class Notes {
  readonly kept = new Map<string, string>();
  refused = 0;

  constructor(private readonly connection: OldConnection) {}

  async send(name: string): Promise<void> {
    const at = `/uploads/notes/${name}.csv`;
    const bytes = randomBytes(1_000);
    const answer = await this.connection.ask("POST", at, bytes);
    if (answer?.status === 200) this.kept.set(at, createHash("sha256").update(bytes).digest("hex"));
    else if (answer) this.requireRefusal(answer);
  }

  async read(at: string): Promise<string | null> {
    const answer = await this.connection.ask("GET", at);
    if (answer && answer.status !== 200) this.requireRefusal(answer);
    if (answer?.status !== 200) return null;
    return createHash("sha256").update(answer.body, "latin1").digest("hex");
  }

  private requireRefusal({ status, headers, body }: Answer): void {
    expect([status, headers["retry-after"]], body).toEqual([503, "10"]);
    expect(JSON.parse(body).note).toContain("too many files open");
    this.refused++;
  }
}

const start = async (): Promise<OrdersAccount> => {
  const dataDir = await mkdtemp(path.join(tmpdir(), "bw-open-files-"));
  const service = await startService({ dataDir });
  onTestFinished(async () => {
    await service.kill();
    await rm(dataDir, { recursive: true });
  });
  const account = await openShop(service);
  await until(account, hasPeople(account, 1));
  return account;
};

const isCalm = (service: RunningService) => async (): Promise<boolean> =>
  (await troublesOf(service)).length === 0;

const endWell = async ({ service }: OrdersAccount): Promise<void> => {
  expect(service.output()).not.toMatch(/on our side|itself failed|"level":50/);
  expect(await service.stop()).toBe(0);
};

test(
  `a service whose limit of open files falls ${rooms.length} times never ends and loses nothing (needs Linux and prlimit of the Debian package util-linux)`,
  needing("prlimit", canLower),
  async () => {
    const account = await start();
    const { service } = account;
    const notes = new Notes(new OldConnection(account));
    const limit = limitOf(service);
    let waited = 0;
    for (const [round, room] of rooms.entries()) {
      const people = round + 2;
      expect(await account.upload(people)).toBe(true);
      setLimit(service, Math.max(filesOf(service) + room, 3));
      for (let n = 0; n < uploadsEach; n++) await notes.send(`${round}-${n}`);
      await until(account, async (said) => {
        const isWaiting = said.includes("The build goes on by itself");
        if (isWaiting) waited++;
        return isWaiting || (await hasPeople(account, people)());
      });
      expect(await troublesOf(service)).toEqual(["files-too-many"]);
      for (const at of notes.kept.keys()) await notes.read(at);
      setLimit(service, limit);
      await until(account, hasPeople(account, people));
      await until(account, isCalm(service));
    }
    const lost: string[] = [];
    for (const [at, sha256] of notes.kept) if ((await notes.read(at)) !== sha256) lost.push(at);
    expect(lost).toEqual([]);
    expect(waited).toBeGreaterThan(0);
    expect(notes.refused).toBeGreaterThan(0);
    expect(notes.kept.size).toBeGreaterThan(0);
    await endWell(account);
    reportFaults("files exhausted", { faults: rooms.length, lost: lost.length, wrongBytes: 0 });
  },
);

test(
  "a service whose files are all taken by connections answers those, builds wait, and all goes on when they are closed",
  needing("prlimit", canLower),
  async () => {
    const account = await start();
    const { service } = account;
    const old = new OldConnection(account);
    expect((await old.ask("GET", "/cohorts"))?.status).toBe(200);
    setLimit(service, filesOf(service) + connectionsBeyond);
    const held: Socket[] = [];
    const hold = () => held.push(connect(service.port, "127.0.0.1").on("error", () => {}));
    onTestFinished(() => void held.map((socket) => socket.destroy()));
    while (held.length < 2 * connectionsBeyond) hold();
    await eventually("no file is left", async () => {
      const said = await old.ask("GET", "/cohorts");
      expect(said?.status).toBe(200);
      return held.some(({ closed }) => closed) || undefined;
    });
    expect((await old.ask("POST", "/uploads/orders/a.csv", Buffer.from("email,day")))?.status).toBe(503);
    expect(JSON.parse((await old.ask("GET", "/ready"))!.body)).toMatchObject({
      status: "degraded",
      troubles: [{ code: "files-too-many", note: expect.stringContaining("BELLWETHER_MAX_CONNECTIONS") }],
    });
    for (const socket of held) socket.destroy();
    expect(await account.upload(7)).toBe(true);
    await until(account, hasPeople(account, 7));
    await until(account, isCalm(service));
    await endWell(account);
    reportFaults("files exhausted", { faults: 1, lost: 0, wrongBytes: 0 });
  },
);
