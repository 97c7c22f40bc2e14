// Writes that fail under a running service and its steps: short ones, EIO and ENOSPC, of every call that
// writes. The service stays, keeps what it acknowledged, serves no wrong byte, and everything becomes ready
// by itself.

import { execFile } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { expect, onTestFinished, test } from "vitest";
import { generateShop } from "../../examples/shop/shop.js";
import { repeatPurchaseScoring } from "../../src/cli/demo/workflows.js";
import { needing } from "../run/needs.js";
import { type Account, signUp } from "../support/drive.js";
import { eventually } from "../support/eventually.js";
import { reportFaults } from "../support/faults.js";
import { type RunningService, startService } from "../support/service.js";
import { canFail, type DiskFault, openFaultyDisk } from "./faulty-disk.js";
import { insistent } from "./insistent-client.js";
import { allReady } from "./shop-account.js";

const program = fileURLToPath(new URL("../../dist/src/cli/main.js", import.meta.url));

const faults: DiskFault[] = [
  { call: "write", outcome: "short", oneIn: 3 },
  { call: "pwrite", outcome: "short", oneIn: 7 },
  ...(["EIO", "ENOSPC"] as const).flatMap((outcome): DiskFault[] => [
    { call: "write", outcome, oneIn: 3 },
    { call: "pwrite", outcome, oneIn: 7 },
    { call: "fsync", outcome, oneIn: 3 },
    { call: "rename", outcome, oneIn: 2 },
    { call: "open", outcome, oneIn: 5 },
  ]),
];
const faultsEach = 6;
/** Steps write and open files; the service syncs and renames their results, and has the store. */
const callsOfSteps: readonly string[] = ["write", "open"];
/** Rounds of requests that a fault lasts: until it has hit often enough, steps too, or has had the time of a build. */
const rounds = { atLeast: 3, atMost: 60 };

interface Running extends Account {
  service: RunningService;
}

/** Record of what was acknowledged, by address, and of what was sent. */
interface Ledger {
  kept: Set<string>;
  sent: Map<string, string>;
  keys: string[];
  wrongBytes: number;
}

const sha256 = (bytes: Uint8Array): string => createHash("sha256").update(bytes).digest("hex");

const tus = { "tus-resumable": "1.0.0" };
const encoded = (text: string): string => Buffer.from(text).toString("base64");

const request = ({ service, key }: Running, at: string, init: RequestInit = {}): Promise<Response> =>
  fetch(new URL(at, service.url), {
    ...init,
    headers: { authorization: `Bearer ${key}`, ...(init.headers as Record<string, string>) },
  });

const sendFile = async (running: Running, ledger: Ledger, name: string): Promise<void> => {
  const bytes = randomBytes(100_000);
  const at = `/uploads/notes/${name}`;
  ledger.sent.set(at, sha256(bytes));
  const headers = { "content-type": "text/csv" };
  const answer = await request(running, at, { method: "POST", headers, body: bytes });
  expect([200, 503, 507], await answer.text()).toContain(answer.status);
  if (answer.status === 200) ledger.kept.add(at);
};

/** In parts, from wherever the service says, for a few tries; the rest is sent when the disk is well. */
class ResumableFile {
  private readonly bytes = randomBytes(120_000);
  private at: string | null = null;

  constructor(
    private readonly running: Running,
    private readonly ledger: Ledger,
    private readonly name: string,
  ) {
    ledger.sent.set(this.url, sha256(this.bytes));
  }

  private get url(): string {
    return `/uploads/notes/${this.name}`;
  }

  /** True once the service has all of it. */
  async advance(): Promise<boolean> {
    const { running, bytes } = this;
    this.at ??= await this.announce();
    if (this.at === null) return false;
    const head = await request(running, this.at, { method: "HEAD", headers: tus });
    if (head.status !== 200) return false;
    const offset = Number(head.headers.get("upload-offset"));
    if (offset < bytes.length) {
      const headers = {
        ...tus,
        "content-type": "application/offset+octet-stream",
        "upload-offset": String(offset),
      };
      const body = bytes.subarray(offset, offset + 50_000);
      const { status } = await request(running, this.at, { method: "PATCH", headers, body });
      expect([204, 409, 503, 507]).toContain(status);
      return false;
    }
    this.ledger.kept.add(this.url);
    return true;
  }

  private async announce(): Promise<string | null> {
    const metadata = `filename ${encoded(this.name)},directory ${encoded("notes")}`;
    const headers = { ...tus, "upload-length": String(this.bytes.length), "upload-metadata": metadata };
    const answer = await request(this.running, "/resumable_uploads", { method: "POST", headers });
    return answer.status === 201 ? answer.headers.get("location") : null;
  }
}

const issueKey = async (running: Running, ledger: Ledger, name: string): Promise<void> => {
  const headers = { "content-type": "application/json" };
  const body = JSON.stringify({ name });
  const answer = await request(running, "/accounts/current/api_keys", { method: "POST", headers, body });
  const text = await answer.text();
  expect([201, 503, 507], text).toContain(answer.status);
  if (answer.status === 201) ledger.keys.push((JSON.parse(text) as { api_key: string }).api_key);
};

/** Downloads; an answer that breaks off has no bytes. */
const read = async (running: Running, ledger: Ledger, at: string): Promise<string | null> => {
  const answer = await request(running, at);
  const body = await answer.arrayBuffer().catch(() => null);
  if (!answer.ok || body === null) return null;
  const hash = sha256(new Uint8Array(body));
  if (answer.headers.get("etag") !== `"${hash}"` || (ledger.sent.get(at) ?? hash) !== hash)
    ledger.wrongBytes++;
  return hash;
};

const readResults = async (running: Running, ledger: Ledger): Promise<(string | null)[]> => {
  const targets = await insistent(running.client).get<{ id: string }[]>("/targets");
  return Promise.all(targets.map(({ id }) => read(running, ledger, `/targets/${id}/download.csv`)));
};

const doctor = async (dataDir: string): Promise<string> => {
  const env = { ...process.env, BELLWETHER_DATA: dataDir, DATABASE_URL: "" };
  const { stdout } = await promisify(execFile)(process.execPath, [program, "doctor"], { env });
  return stdout;
};

test(
  "writes that fail in every way cost nothing that was acknowledged",
  needing("a C compiler on Linux", canFail),
  async () => {
    const dir = await mkdtemp(path.join(tmpdir(), "bellwether-write-faults-"));
    const dataDir = path.join(dir, "data");
    onTestFinished(() => rm(dir, { recursive: true }));
    const disk = await openFaultyDisk(dataDir);
    const shop = await generateShop({ customers: 80, seed: 1, out: dir });
    const service = await startService({ dataDir, env: disk.env });
    onTestFinished(() => service.kill());
    const running: Running = { service, ...(await signUp(service.url)) };
    const client = insistent(running.client);
    await repeatPurchaseScoring(client, shop.transactions);
    await allReady(client);
    const ledger: Ledger = { kept: new Set(), sent: new Map(), keys: [], wrongBytes: 0 };
    const before = await readResults(running, ledger);
    const counts = { EIO: 0, ENOSPC: 0, short: 0 };
    let inSteps = 0;

    for (const fault of faults) {
      const name = `${fault.call}-${fault.outcome}`;
      await client.upload("transactions", "transactions.csv", shop.transactions);
      disk.fail(fault);
      const resumable = new ResumableFile(running, ledger, `${name}-parts.csv`);
      const hasHit = () => {
        const { inAll, inSteps } = disk.failed();
        return inAll >= faultsEach && (inSteps > 0 || !callsOfSteps.includes(fault.call));
      };
      for (let n = 0; n < rounds.atLeast || (n < rounds.atMost && !hasHit()); n++) {
        if (n < rounds.atLeast || disk.failed().inAll < faultsEach) {
          await sendFile(running, ledger, `${name}-${n}.csv`);
          await issueKey(running, ledger, `${name} ${n}`);
          await resumable.advance();
        }
        await readResults(running, ledger);
        await sleep(30);
      }
      disk.heal();
      const failed = disk.failed();
      expect(failed.inAll, name).toBeGreaterThanOrEqual(faultsEach);
      counts[fault.outcome] += failed.inAll;
      inSteps += failed.inSteps;
      while (!(await resumable.advance()));
      await allReady(client);
      expect(await readResults(running, ledger), name).toEqual(before);
      process.kill(service.pid, 0);
    }

    await eventually("no trouble is left", async () => {
      const { troubles } = (await (await request(running, "/ready")).json()) as { troubles: unknown[] };
      return troubles.length === 0 || undefined;
    });
    const lost = await lostFrom(running, ledger);
    expect({ lost, wrongBytes: ledger.wrongBytes }).toEqual({ lost: [], wrongBytes: 0 });
    expect(inSteps).toBeGreaterThan(0);
    expect(service.output()).not.toMatch(/on our side|itself failed/);
    expect(await doctor(dataDir)).not.toMatch(/^(broken|repairable)/m);
    expect(await service.stop()).toBe(0);
    reportFaults("disk full", { faults: counts.ENOSPC, lost: 0, wrongBytes: 0 });
    reportFaults("file altered", { faults: counts.EIO + counts.short, lost: 0, wrongBytes: 0 });
  },
);

/** Acknowledged files that are gone or different, and keys that were issued and are refused. */
const lostFrom = async (running: Running, ledger: Ledger): Promise<string[]> => {
  const lost: string[] = [];
  const found = await running.client.get<{ subpath: string }[]>("/uploads");
  for (const { subpath } of found) await read(running, ledger, `/uploads/${subpath}`);
  for (const at of ledger.kept) if ((await read(running, ledger, at)) !== ledger.sent.get(at)) lost.push(at);
  for (const key of ledger.keys)
    if (!(await request({ ...running, key }, "/accounts/current")).ok) lost.push(key);
  return lost;
};
