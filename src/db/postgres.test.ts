// PostgreSQL that goes away: a real server, cut, killed, restarted and frozen while the store uses it.

import { once } from "node:events";
import { connect, createServer } from "node:net";
import { Kysely, sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { needing } from "../../test/run/needs.js";
import { eventually } from "../../test/support/eventually.js";
import { type Postgres, postgresBin, startPostgres } from "../../test/support/postgres.js";
import { Troubles } from "../errors/troubles.js";
import { forgetCommitMarkers } from "./commit.js";
import { type Db, openDb } from "./connection.js";
import { postgresDialect } from "./postgres.js";
import type { Database } from "./schema.js";
import { afterCommit } from "./transaction.js";

const bin = postgresBin();
const account = (id: string) => ({ id, name: "Shop", email: "", created_at: 1, updated_at: 1 });
const away = { code: "store-unavailable", entry: { status: 503 } };

describe("a PostgreSQL that goes away", needing("PostgreSQL", bin !== undefined), () => {
  let server: Postgres;
  let db: Db;
  let troubles: Troubles;
  beforeAll(async () => {
    server = await startPostgres(bin!);
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    troubles = new Troubles(Date.now);
    db = await openDb({ url: server.url("public") }, troubles);
    await sql`delete from account`.execute(db.kysely);
    onTestFinished(() => db.close());
  });

  const openWith = (own: Parameters<typeof postgresDialect>[2]) => {
    const kysely = new Kysely<Database>({ dialect: postgresDialect(server.url("public"), undefined, own) });
    onTestFinished(() => kysely.destroy());
    return kysely;
  };
  const codes = () => troubles.list().map(({ code }) => code);
  const isOver = () => eventually("the trouble is over", async () => codes().length === 0 || undefined);
  const ids = async () => (await db.kysely.selectFrom("account").select("id").execute()).map(({ id }) => id);
  const markers = async () =>
    (await db.kysely.selectFrom("commit_marker").select("id").orderBy("id").execute()).map(({ id }) => id);
  const insert = (id: string) => db.kysely.insertInto("account").values(account(id)).execute();

  test("a connection that is cut in a transaction fails that transaction and nothing else", async () => {
    const cut = db.transaction(async (trx) => {
      await trx.insertInto("account").values(account("a")).execute();
      expect(await server.cut()).toBeGreaterThan(0);
      await eventually("the cut is noticed", () =>
        trx
          .selectFrom("account")
          .execute()
          .then(
            () => undefined,
            () => true,
          ),
      );
      await trx.insertInto("account").values(account("b")).execute();
    });
    await expect(cut).rejects.toMatchObject(away);
    expect(codes()).toEqual(["store-unavailable"]);
    await isOver();
    expect(await ids()).toEqual([]);
  });

  test("a connection that is cut while a transaction waits for something else ends no process", async () => {
    const cut = db.transaction(async (trx) => {
      await trx.insertInto("account").values(account("a")).execute();
      await server.cut();
      await new Promise((resolve) => setTimeout(resolve, 200));
    });
    await expect(cut).rejects.toMatchObject(away);
  });

  test("a killed server is a refusal, and the store works again once the server is back", async () => {
    await insert("a");
    await server.kill();
    await expect(insert("b")).rejects.toMatchObject(away);
    await expect(db.probe()).rejects.toMatchObject(away);
    await server.start();
    await isOver();
    await insert("c");
    expect(await ids()).toEqual(["a", "c"]);
  });

  test.each([
    ["after the commit", true],
    ["before the commit", false],
  ])(
    "a connection that breaks %s is asked about, so that the outcome is known",
    async (_when, isCommitted) => {
      const { through, proxy } = await openThrough(await cuttingProxy(server.socket, isCommitted));
      let isDone = false;
      const work = through.transaction(async (trx) => {
        afterCommit(trx, () => {
          isDone = true;
        });
        await trx.insertInto("account").values(account("a")).execute();
        proxy.cutNextCommit();
        return "done";
      });
      if (isCommitted) expect(await work).toBe("done");
      else await expect(work).rejects.toMatchObject(away);
      expect({ isDone, ids: await ids() }).toEqual({ isDone: isCommitted, ids: isCommitted ? ["a"] : [] });
    },
  );

  test("a commit that a killed server forgot is never taken for one of those that it made later under the same id", async () => {
    await sql`alter system set wal_writer_delay = '10s'`.execute(db.kysely);
    await sql`select pg_reload_conf()`.execute(db.kysely);
    const { through, proxy } = await openThrough(
      await cuttingProxy(server.socket, false, async () => {
        await server.kill();
        await server.start();
        for (const id of ["b", "c", "d"]) await eventually(id, () => insert(id).catch(() => undefined));
      }),
    );
    const work = through.transaction(async (trx) => {
      await trx.insertInto("account").values(account("a")).execute();
      proxy.cutNextCommit();
    });
    await expect(work).rejects.toMatchObject(away);
    expect(await ids()).toEqual(["b", "c", "d"]);
  });

  test("markers of commits are kept for an hour", async () => {
    await sql`delete from commit_marker`.execute(db.kysely);
    for (const id of ["a", "b"])
      await db.transaction((trx) => trx.insertInto("account").values(account(id)).execute());
    const [old, fresh] = await markers();
    await sql`update commit_marker set written_at = written_at - 3600001 where id = ${old}`.execute(
      db.kysely,
    );
    await forgetCommitMarkers(db);
    expect(await markers()).toEqual([fresh]);
  });

  test("a transaction whose node says nothing more is ended by the server, and holds nobody up", async () => {
    await insert("a");
    const cutOff = openWith({ pauseMs: 300 });
    const rename = (of: Kysely<Database>, name: string) =>
      of.updateTable("account").set({ name }).where("id", "=", "a").execute();
    await cutOff
      .transaction()
      .execute(async (trx) => {
        await rename(trx, "of the silent node");
        await rename(db.kysely, "of the other");
      })
      .catch((error) => expect(error).toMatchObject(away));
    const found = await db.kysely.selectFrom("account").select("name").executeTakeFirstOrThrow();
    expect(found.name).toBe("of the other");
  });

  test("a server that fell silent is waited for no longer than the limit, and its connection is not used again", async () => {
    const kysely = openWith({ connectMs: 300, answerMs: 300 });
    const ask = () => sql`select 1`.execute(kysely);
    await ask();
    const wake = server.freeze();
    await expect(ask()).rejects.toMatchObject(away);
    await expect(ask()).rejects.toMatchObject(away);
    wake();
    await eventually("the server answers", () => ask().catch(() => undefined));
  });
});

type Proxy = Awaited<ReturnType<typeof cuttingProxy>>;

const openThrough = async (proxy: Proxy): Promise<{ through: Db; proxy: Proxy }> => {
  const through = await openDb({ url: proxy.url });
  onTestFinished(async () => {
    await through.close();
    proxy.close();
  });
  return { through, proxy };
};

/**
 * A way to the server that can break at a commit: before it arrives, or after it is done and before it is
 * confirmed. `meanwhile` happens before the client notices.
 */
const cuttingProxy = async (socket: string, isAfter: boolean, meanwhile = async () => {}) => {
  let isCutting = false;
  const server = createServer((client) => {
    const upstream = connect(socket);
    let isCommitting = false;
    const end = () => {
      client.destroy();
      upstream.destroy();
    };
    client.on("error", end).on("close", end);
    upstream.on("error", () => {}).on("close", () => isCommitting || end());
    client.on("data", (bytes) => {
      isCommitting = isCutting && bytes.includes("commit\0");
      if (isCommitting) isCutting = false;
      if (isCommitting && !isAfter) void meanwhile().finally(end);
      else upstream.write(bytes);
    });
    upstream.on("data", (bytes) => {
      if (isCommitting) end();
      else client.write(bytes);
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  return {
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    cutNextCommit: () => {
      isCutting = true;
    },
    close: () => server.close(),
  };
};
