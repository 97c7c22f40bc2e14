import { cp, mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { eventually } from "../../test/support/eventually.js";
import { type Postgres, postgresBin, startPostgres } from "../../test/support/postgres.js";
import { Reads } from "../builds/execute/reads.js";
import { type Db, openDb } from "../db/connection.js";
import { liveNodes } from "../store/nodes.js";
import { joinNodes, type Node, type NodeOptions } from "./node.js";
import { takeName } from "./node-name.js";
import { holdRemoval } from "./removal.js";
import { leaveMark, requireShared } from "./shared-directory.js";

const bin = postgresBin();

describe("nodes on one store", needing("PostgreSQL", bin !== undefined), () => {
  let server: Postgres;
  let db: Db;
  beforeAll(async () => {
    server = await startPostgres(bin!);
    db = await openDb({ url: server.url("public") });
  });
  afterAll(async () => {
    await db.close();
    await server.stop();
  });
  let dataDir: string;
  beforeEach(async () => {
    dataDir = await directory();
    await writeFile(path.join(dataDir, "installation.json"), "{}");
    for (const table of ["node", "lease"] as const) await db.kysely.deleteFrom(table).execute();
  });
  const directory = async (): Promise<string> => {
    const dir = await mkdtemp(path.join(tmpdir(), "nodes-"));
    onTestFinished(() => rm(dir, { recursive: true }));
    return dir;
  };
  const join = async (name: string, options: Partial<NodeOptions> = {}): Promise<Node> => {
    const reads = new Reads();
    const node = await joinNodes({
      db,
      dataDir,
      name,
      role: "all",
      version: "1",
      leaseMs: 600,
      report: () => ({ reads: reads.byAccount(), troubles: [], buildState: null }),
      onLost: () => expect.fail(`${name} lost its name`),
      ...options,
    });
    onTestFinished(() => node.leave());
    return node;
  };
  const namesOf = (node: Node) => node.others().map(({ name }) => name);

  test("nodes see each other and what each reads; one that leaves is gone at once", async () => {
    const reads = new Reads(() => a.beatAt());
    const since = { code: "disk-full", message: "Full.", since: 1 } as const;
    const a = await join("a", {
      report: () => ({ reads: reads.byAccount(), troubles: [since], buildState: "version 1" }),
    });
    reads.hold([path.join("uploads", "shop", "a.csv"), path.join("relations", "shop", "b")]);
    const b = await join("b");
    const seen = await eventually("what a reads", async () => b.others().find(({ reads }) => reads.shop));
    expect(seen).toMatchObject({ name: "a", troubles: [since], buildState: "version 1" });
    expect(seen.reads.shop).toBeLessThanOrEqual(seen.readsAsOf);
    await eventually("b is seen", async () => namesOf(a).includes("b") || undefined);
    await b.leave();
    expect((await liveNodes(db.kysely)).map(({ name }) => name)).toEqual(["a"]);
    // `a` replaces its mark at every beat, so a listing may hold the new one beside it.
    const marks = (await readdir(path.join(dataDir, "nodes"))).filter((file) => !file.endsWith(".new"));
    expect(marks.sort()).toEqual(["a.json", "a.lock", "b.lock"]);
  });

  test("there is one keeper; when it leaves or falls silent, another one is it", async () => {
    const nodes = [await join("a"), await join("b"), await join("c")];
    const keepers = () => nodes.filter((node) => node.isKeeper());
    expect(keepers()).toEqual([nodes[0]]);
    await nodes[0]!.leave();
    await eventually("another keeper", async () => keepers().some((node) => node !== nodes[0]) || undefined);
    nodes.shift();
    expect(keepers()).toHaveLength(1);
  });

  test("a second process of one name is refused while the first lives, and takes its place when it is dead", async () => {
    const first = await join("a");
    await expect(join("a")).rejects.toThrow(/of the name a is running.*BELLWETHER_NODE/);
    expect(await liveNodes(db.kysely)).toHaveLength(1);
    await first.leave();
    await join("a");
  });

  test("without locks of files, a name is free once its lease is over, and refused while its node beats", async () => {
    const first = await join("a");
    const noLocks = {
      db,
      name: "a",
      lockFile: path.join(dataDir, "nodes", "a.lock"),
      directory: "",
      lock: () => {
        throw new Error("locking protocol");
      },
    };
    await expect(takeName(noLocks)).rejects.toThrow("of the name a is running");
    await first.leave();
    (await takeName(noLocks))();
  });

  test("a node whose name another process has taken learns it", async () => {
    let isLost = false;
    await join("a", {
      onLost: () => {
        isLost = true;
      },
    });
    await db.kysely.updateTable("node").set({ run: "another" }).execute();
    await eventually("it is lost", async () => isLost || undefined);
  });

  test("a copy of the directory is refused beside a node that lives on the original, under its name and another", async () => {
    await join("a");
    const copy = await directory();
    await cp(dataDir, copy, { recursive: true });
    await expect(join("a", { dataDir: copy })).rejects.toThrow("of the name a is running");
    const nodes = () => liveNodes(db.kysely);
    const patience = { beatMs: 40, showsAfterMs: 500 };
    await expect(requireShared(copy, nodes, patience)).rejects.toThrow(/a copy of its own, or is not shared/);
    await requireShared(dataDir, nodes, patience);
  });

  test("where files cannot be locked, a mark that keeps up shows that the directory is shared, and a dead node is not waited for", async () => {
    let beat = 1;
    const live = async () => [{ name: "a", run: "r", beat }];
    const patience = { beatMs: 100, showsAfterMs: 1_000 };
    await mkdir(path.join(dataDir, "nodes"));
    await expect(requireShared(dataDir, live, patience)).rejects.toThrow("not shared");
    await leaveMark(dataDir, { name: "a", run: "r", beat });
    await requireShared(dataDir, live, patience);
    const shared = requireShared(dataDir, live, patience);
    beat = 2;
    await leaveMark(dataDir, { name: "a", run: "r", beat: 3 });
    await shared;
    beat = 4;
    await expect(requireShared(dataDir, live, patience)).rejects.toThrow("not shared");
  });

  test("one process at a time has the right to remove files, over all machines", async () => {
    const otherMachine = { db, dataDir: await directory() };
    const release = await holdRemoval({ db, dataDir }, "a");
    expect(await holdRemoval({ db, dataDir }, "b")).toBeNull();
    expect(await holdRemoval(otherMachine, "b")).toBeNull();
    await release!();
    await (await holdRemoval(otherMachine, "b"))!();
  });
});
