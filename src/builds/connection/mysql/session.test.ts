import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { needing } from "../../../../test/run/needs.js";
import { mariadbInTests } from "../../../../test/support/connected-mariadb.js";
import { isMariadbInstalled } from "../../../../test/support/mariadb.js";
import { ident, list, render, sql } from "../../../warehouse/sql/sql.js";
import { withDatabase } from "../registry.js";
import { saveTable } from "../table-file.js";
import { dialectOf } from "./dialect.js";
import { withMysql, writing } from "./session.js";

const root = mkdtempSync(path.join(tmpdir(), "mysql-session-"));
afterAll(() => rmSync(root, { recursive: true }));

/** Signed by itself, for another host. */
const certificate = (): string[] => {
  const [key, cert] = [path.join(root, "key.pem"), path.join(root, "cert.pem")];
  const made = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=db.example.com"];
  execFileSync("openssl", [...made, "-keyout", key, "-out", cert], { stdio: "ignore" });
  return [`--ssl-key=${key}`, `--ssl-cert=${cert}`];
};

test("names and texts are written as MySQL reads them without escapes", () => {
  const statement = sql`select ${ident("e", "a`b")} where c in (${list(["it's", "a\\n", null, 1])})`;
  expect(render(statement, writing)).toBe("select `e`.`a``b` where c in ('it''s', 'a\\n', null, 1)");
});

describe("with a MariaDB server that encrypts", needing("MariaDB", isMariadbInstalled), () => {
  // Sessions do not depend on what the server is set to.
  const server = mariadbInTests(
    ...["--default-time-zone=+05:00", "--sql-mode=ANSI", "--character-set-server=latin1"],
    ...["--skip-character-set-client-handshake", "--max-connections=10", ...certificate()],
  );
  const fileOf = async (table: string): Promise<string> => {
    const file = path.join(root, `${table}.csv`);
    await withDatabase(server.access(), ({ saveTable }) => saveTable(table, file));
    return readFileSync(file, "utf8");
  };

  test.each([
    ["require", "127.0.0.1"],
    ["prefer", "127.0.0.1"],
    ["require", "localhost"],
  ] as const)("with sslmode %s a session with %s is encrypted", async (sslmode, host) => {
    const access = server.access({ sslmode, host });
    const cipher = await withMysql(access, (session) => session.rows(sql`show status like 'Ssl_cipher'`));
    expect(cipher).toMatchObject([{ Value: expect.stringContaining("TLS_") }]);
  });

  test("a certificate that nobody has signed is refused where it is verified", async () => {
    const access = server.access({ sslmode: "verify-full", host: "localhost" });
    await expect(withMysql(access, async () => {})).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("self-signed"),
    });
  });

  test("a certificate of an address cannot be verified", async () => {
    const access = server.access({ sslmode: "verify-full", host: "127.0.0.1" });
    await expect(withMysql(access, async () => {})).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringContaining("needs the name of the host"),
    });
  });

  test("every type is read as text without loss, and moments are in UTC", async () => {
    await server.query(`set time_zone = '+00:00', sql_mode = '';
      create table odd (\`Of, "a\`\`ll"\` text character set utf8mb4, small tinyint(1), large bigint unsigned, exact decimal(40, 10), half float, whole double,
        at timestamp(3) null, stays datetime(6), day date, lasts time, year year, bits bit(10), raw varbinary(9), blank blob, doc json, kind enum('a', 'b'),
        place point, latin text character set latin1);
      insert into odd values ('é🦉\\\\n''"', 1, 18446744073709551615, 123456789012345678901234567890.0123456789, 0.1, 0.1,
        '2025-01-02 03:04:05.678', '2025-01-02 03:04:05.678901', '2025-01-02', '-100:00:01', 2025, b'1000000001', x'00ff', x'', '{"a": "é"}', 'b',
        point(1, 2.5), 'é');
      insert into odd (stays, day, at) values ('0000-00-00 00:00:00', '0000-00-00', '0000-00-00 00:00:00')`);
    expect(await fileOf("odd")).toBe(
      `"Of, ""a\`ll""","small","large","exact","half","whole","at","stays","day","lasts","year","bits","raw","blank","doc","kind","place","latin"
"é🦉\\n'""","1","18446744073709551615","123456789012345678901234567890.0123456789","0.10000000149011612","0.1","2025-01-02 03:04:05.678+00","2025-01-02 03:04:05.678901","2025-01-02","-100:00:01","2025","513","00ff","","{""a"": ""é""}","b","POINT(1 2.5)","é"
${",".repeat(17)}
`,
    );
  });

  test("tables and columns that the user may not read are left out", async () => {
    await server.query(`create database other; create table other.known (a int, b int); create table other.hidden (a int);
      create view other.seen as select 1 as c; grant select (b) on other.known to bellwether;
      grant select on other.seen to bellwether; grant insert on other.hidden to bellwether`);
    const file = path.join(root, "known.csv");
    const tables = await withDatabase(
      server.access({ database: "other" }),
      async ({ saveTable, listTables }) => {
        await saveTable("known", file);
        return listTables();
      },
    );
    expect(tables).toEqual(["known", "seen"]);
    expect(readFileSync(file, "utf8")).toBe('"b"\n');
  });

  test("the rows are those of one moment", async () => {
    await server.query("create table moving as select seq as id from seq_1_to_20000");
    const file = path.join(root, "moving.csv");
    await withMysql(server.access(), async (session) => {
      const { rows } = session;
      // The table changes after the snapshot and before the rows are read.
      const changing = {
        ...session,
        stream: async function* (...args: Parameters<typeof session.stream>) {
          await server.query("delete from moving where id > 10");
          yield* session.stream(...args);
        },
      };
      await saveTable(dialectOf({ ...changing, rows }, "shop"), "moving", file);
    });
    expect(readFileSync(file, "utf8").split("\n")).toHaveLength(20_002);
  });

  test("a session that ends between two queries is a temporary fault of the next one", async () => {
    const session = withMysql(server.access(), async ({ rows }) => {
      const [own] = await rows<{ id: number }>(sql`select connection_id() as id`);
      await server.query(`kill ${own!.id}`);
      await rows(sql`select 1`);
    });
    await expect(session).rejects.toMatchObject({ code: "database-unreachable" });
  });

  test("a session that ends while rows arrive is a temporary fault", async () => {
    await server.query("create table long_one as select repeat('x', 1000) as text from seq_1_to_100000");
    const session = withMysql(server.access(), async ({ rows, stream }) => {
      const [own] = await rows<{ id: number }>(sql`select connection_id() as id`);
      let read = 0;
      for await (const _ of stream(sql`select text from long_one`))
        if (++read === 1) await server.query(`kill ${own!.id}`);
    });
    await expect(session).rejects.toMatchObject({ code: "database-unreachable" });
  });

  test("time in which no row is taken is no silence of the server", async () => {
    await server.query("create table taken_late as select repeat('x', 1000) as text from seq_1_to_12000");
    let read = 0;
    await withMysql(
      server.access(),
      async ({ stream }) => {
        for await (const _ of stream(sql`select text from taken_late`))
          if (++read === 1) await server.query("select sleep(1.5)");
      },
      { answerMs: 1_000, computingMs: 1_000 },
    );
    expect(read).toBe(12_000);
  });

  test("a server with too many connections is a temporary fault", async () => {
    const open = (left: number): Promise<void> =>
      withMysql(server.access(), () => (left > 0 ? open(left - 1) : Promise.resolve()));
    await expect(open(20)).rejects.toMatchObject({
      code: "database-unreachable",
      message: expect.stringContaining("Too many connections"),
    });
  });

  test.each([
    [{ user: "nobody" }, /Access denied/],
    [{ database: "secrets" }, /Access denied/],
  ])("%j is refused with the server's words", async (options, said) => {
    await expect(withMysql(server.access(options), async () => {})).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.stringMatching(said),
    });
  });

  test("a path of the server's machine is cut from what the server says", async () => {
    await server.query("grant file on *.* to bellwether");
    const session = withMysql(server.access(), ({ rows }) =>
      rows(sql`select 1 into outfile '/nowhere/private/file'`),
    );
    await expect(session).rejects.toMatchObject({
      code: "connection-failed",
      message: expect.not.stringContaining("nowhere/private"),
    });
  });
});
