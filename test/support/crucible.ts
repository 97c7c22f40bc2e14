// Crucible, an emulator of BigQuery by others, as the engine of the test server. It knows no loads of JSON
// and no descriptions of tables, so these two are put in here.

import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { writing } from "../../src/builds/connection/bigquery/session.js";
import type { Answer, BigqueryEngine } from "./bigquery.js";
import { eventually } from "./eventually.js";
import { freePort } from "./ports.js";
import { pythonEnvironment } from "./python-environment.js";

interface CreatedTable {
  tableReference: { tableId: string };
  description: string;
  expirationTime: string;
}

interface Crucible {
  engine: BigqueryEngine;
  query(statement: string): Promise<(string | null)[][]>;
  stop(): Promise<void>;
}

/** With an empty dataset. Undefined where it cannot be installed. */
export const startCrucible = async (dataset: string): Promise<Crucible | undefined> => {
  const programs = await pythonEnvironment("crucible", ["crucible-emulator[server]==0.1.0a2"]);
  if (programs === undefined) return undefined;
  const port = await freePort();
  const flags = ["serve", "--dialect", "bigquery", "--port", String(port)];
  const child = spawn(path.join(programs, "crucible"), flags, { stdio: "ignore" });
  const project = `http://127.0.0.1:${port}/bigquery/v2/projects/my-shop`;
  const health = `http://127.0.0.1:${port}/_crucible/health`;
  await eventually(
    "Crucible answers",
    async () => (await fetch(health).catch(() => undefined))?.ok || undefined,
  );

  const ask = async (method: string, place: string, body?: unknown): Promise<Answer> => {
    const response = await fetch(project + place, {
      method,
      // The server closes a connection that was idle for five seconds, which may be when a request is on its way.
      headers: { connection: "close", ...(body !== undefined && { "content-type": "application/json" }) },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text === "" ? undefined : JSON.parse(text) };
  };
  const query = async (statement: string): Promise<(string | null)[][]> => {
    const { status, body } = await ask("POST", "/queries", { query: statement, useLegacySql: false });
    if (status !== 200) throw new Error(`${statement}: ${JSON.stringify(body)}`);
    const { rows = [] } = body as { rows?: { f: { v: string | null }[] }[] };
    return rows.map(({ f }) => f.map(({ v }) => v));
  };
  const descriptions = new Map<string, string>();
  const described = (statement: string): void => {
    const [, table, description] =
      statement.match(
        /create or replace table `[^`]+`\.`[^`]+`\.`([^`]+)` .*options\(description = '(.*)'\)/s,
      ) ?? [];
    if (table && description !== undefined) descriptions.set(table, description);
  };
  /** A request about tables, without what Crucible refuses. */
  const askOfTables = async (method: string, place: string, body: unknown): Promise<Answer> => {
    const table = place.match(/\/tables\/([^/?]+)$/)?.[1];
    if (method === "POST") {
      const { description, expirationTime, ...known } = body as CreatedTable;
      if (!(Number(expirationTime) > Date.now())) throw new Error(`wrong expiration ${expirationTime}`);
      descriptions.set(known.tableReference.tableId, description);
      return ask(method, place, known);
    }
    if (method === "DELETE") descriptions.delete(table!);
    const answer = await ask(method, place);
    const description = descriptions.get(table ?? "");
    return method === "GET" && answer.status === 200 && description !== undefined
      ? { ...answer, body: { ...(answer.body as object), description } }
      : answer;
  };
  await ask("POST", "/datasets", { datasetReference: { projectId: "my-shop", datasetId: dataset } });

  return {
    query,
    engine: {
      answer: async (method, place, body) => {
        if (place.startsWith(`/datasets/${dataset}/tables`)) return askOfTables(method, place, body);
        const answer = await ask(method, place, body);
        const statement = (body as { configuration?: { query?: { query: string } } })?.configuration?.query;
        if (statement && answer.status === 200) described(statement.query);
        return answer;
      },
      load: async (job, lines) => {
        const { tableId } = (job.configuration.load as { destinationTable: { tableId: string } })
          .destinationTable;
        const { body } = await ask("GET", `/datasets/${dataset}/tables/${tableId}`);
        const { fields } = (body as { schema: { fields: Field[] } }).schema;
        for (const line of lines.trimEnd().split("\n"))
          await query(insertion(dataset, tableId, fields, JSON.parse(line)));
        // A job to look for, under the name of the load.
        const configuration = { query: { query: "select 1", useLegacySql: false } };
        return ask("POST", "/jobs", { ...job, configuration });
      },
    },
    stop: async () => {
      child.kill();
      await once(child, "exit");
    },
  };
};

interface Field {
  name: string;
  type: "STRING" | "INTEGER" | "FLOAT" | "BOOLEAN";
}

const types = { STRING: "string", INTEGER: "int64", FLOAT: "float64", BOOLEAN: "bool" };

const insertion = (
  dataset: string,
  table: string,
  fields: readonly Field[],
  row: Record<string, string | number | boolean | null>,
) => {
  const values = fields.map(({ name, type }) => `cast(${writing.literal(row[name]!)} as ${types[type]})`);
  const columns = fields.map(({ name }) => writing.name([name]));
  return `insert into \`my-shop\`.\`${dataset}\`.\`${table}\` (${columns.join()}) select ${values.join()}`;
};
