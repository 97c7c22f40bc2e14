// node dist/bench/http.js --seconds 5
//
// Benchmark of the API under load, idle and while a build runs: requests per second, median and 99th
// percentile of response times. Load, service and build share the machine, as they do on a small one.
// `--read` compares the read of one record with the least that a server does, `--against` each operation with that of
// another checkout.

import path from "node:path";
import { generateShop } from "../examples/shop/shop.js";
import { startServiceProcess } from "../src/cli/demo/service.js";
import { table } from "../src/cli/table.js";
import type { Screen } from "../src/cli/terminal.js";
import { type Account, builtPipeline, fillAccount, keepBuilding, signUp } from "./http/accounts.js";
import { compareCheckouts } from "./http/checkouts.js";
import { compareRead } from "./http/compare.js";
import { type LoadResult, measureLoad, type Operation } from "./http/load.js";
import { lookupPersonIn } from "./http/lookup-person.js";
import { numberOf, runProgram } from "./program/program.js";

const help = `Measures the API under load, idle and while a build runs.

  --seconds N      seconds of load for each operation, idle and building (default 5)
  --connections N  concurrent connections (default 8)
  --customers N    customers of the shop whose pipeline is built and queried (default 20000)
  --resources N    resources of the account with long lists (default 10000)
  --read           compare the read of a cohort with a route of Fastify that sends the same, and nothing else
  --against DIR    compare the processor time of each request with that of another checkout, which was built in DIR
`;

/** While a build runs, the 99th percentile of a read may be this many times as long. */
const maxSlowdown = 3;

const main = () =>
  runProgram({
    help,
    options: {
      seconds: { type: "string", default: "5" },
      connections: { type: "string", default: "8" },
      customers: { type: "string", default: "20000" },
      resources: { type: "string", default: "10000" },
      read: { type: "boolean", default: false },
      against: { type: "string" },
    },
    run(values, { dir, screen }) {
      process.env.BELLWETHER_REQUESTS_PER_MINUTE = "1000000";
      if (values.read) return measureRead(dir, screen);
      if (values.against !== undefined) return measureAgainst(values.against, dir, screen);
      const number = (name: keyof typeof values & string) => numberOf(name, String(values[name]));
      const shop = { customers: number("customers"), resources: number("resources") };
      return measure(dir, shop, { seconds: number("seconds"), connections: number("connections") }, screen);
    },
  });

/** The same record again and again, as a client does that waits for a build. */
const measureRead = async (dir: string, screen: Screen): Promise<void> => {
  const service = await startServiceProcess(dir);
  try {
    const reader = await signUp(service.url, "reader");
    await reader.client.post("/streams/transaction", {});
    const { id } = await reader.client.post<{ id: string }>("/cohorts", cohort);
    const costs = await compareRead(service, reader, `/cohorts/${id}`, dir);
    screen.say(
      `a read of one cohort: ${costs.service.toFixed(3)} ms of processor time; the least ${costs.least.toFixed(3)}; ${(costs.service / costs.least).toFixed(1)} ×`,
    );
  } finally {
    await service.stop();
  }
};

/** Customers of the shop whose pipeline both have, and cohorts in their list. */
const small = { customers: 2_000, cohorts: 100 };

const measureAgainst = async (other: string, dir: string, screen: Screen): Promise<void> => {
  const shop = await generateShop({ customers: small.customers, seed: 1, out: path.join(dir, "shop") });
  const operationsOf = async (url: string, account: Account, pipeline: Pipeline): Promise<Operation[]> => {
    const person = await knownPerson(url, account, pipeline);
    // Without events, so that nothing is built while requests are measured.
    const quiet = await signUp(url, "quiet");
    await quiet.client.post("/streams/transaction", {});
    for (let i = 0; i < small.cohorts; i++)
      await quiet.client.post("/cohorts", { ...cohort, name: `Cohort ${i}`, min_count: i + 1 });
    const reads = readsOf(account.key, pipeline, person);
    const cookie = await sessionIn(url, account.key);
    const inSession = reads.slice(0, 1).map((each) => ({ ...each, name: "read, in a session", cookie }));
    const list: Operation = { name: "list", path: "/cohorts", key: quiet.key, method: "GET", isRead: true };
    return [...reads, ...inSession, list, creation(quiet.key)];
  };
  const compared = await compareCheckouts(other, dir, shop.transactions, operationsOf);
  const rows = compared.map(({ name, hereMs, thereMs, ratio }) => [
    name,
    hereMs.toFixed(3),
    thereMs.toFixed(3),
    ratio.toFixed(3),
  ]);
  for (const line of table(["operation", "ms here", "ms there", "ratio"], rows)) screen.say(line);
};

/** The cookie of a session that begins with the key. */
const sessionIn = async (url: string, key: string): Promise<string> => {
  const answer = await fetch(`${url}/v1/sessions`, {
    method: "POST",
    headers: { "content-type": "application/json", origin: url },
    body: JSON.stringify({ api_key: key }),
  });
  return answer.headers.get("set-cookie")!.split(";")[0]!;
};

const measure = async (
  dir: string,
  { customers, resources }: { customers: number; resources: number },
  load: { seconds: number; connections: number },
  screen: Screen,
): Promise<void> => {
  const shop = await generateShop({ customers, seed: 1, out: path.join(dir, "shop") });
  const service = await startServiceProcess(dir);
  try {
    const [reader, builder, large, idle, busy] = await Promise.all(
      ["reader", "builder", "large", "idle", "busy"].map((name) => signUp(service.url, name)),
    );
    const pipeline = await builtPipeline(reader!, shop.transactions);
    const rebuilt = await builtPipeline(builder!, shop.transactions);
    await fillAccount(dir, large!.id, resources);
    const person = await knownPerson(service.url, reader!, pipeline);
    const operations = (creator: string) => [
      ...readsOf(reader!.key, pipeline, person),
      ...listsOf(large!.key, resources / 2),
      creation(creator),
    ];
    const measureAll = async (list: Operation[]) => {
      const measured: LoadResult[] = [];
      for (const each of list) measured.push(await measureLoad(service.url, each, load));
      return measured;
    };
    for (const { client } of [idle!, busy!]) await client.post("/streams/transaction", {});
    const atRest = await measureAll(operations(idle!.key));
    const stopping = new AbortController();
    const building = keepBuilding(builder!, rebuilt, stopping.signal);
    const whileBuilding = await measureAll(operations(busy!.key)).finally(async () => {
      stopping.abort();
      await building;
    });
    for (const line of report(operations(""), atRest, whileBuilding)) screen.say(line);
  } finally {
    await service.stop();
  }
};

type Pipeline = Awaited<ReturnType<typeof builtPipeline>>;
type Client = Awaited<ReturnType<typeof signUp>>;

/** The first person of the file, whom the lookup knows. */
const knownPerson = async (url: string, { client, key }: Client, { targetId, lookupId }: Pipeline) => {
  const file = await fetch(`${url}/v1/targets/${targetId}/download.csv`, {
    headers: { authorization: `Bearer ${key}`, range: "bytes=0-50000" },
  });
  const person = lookupPersonIn(await file.text());
  const found = await client.post<{ error?: string }>(`/targets/${lookupId}/lookup`, person);
  if (found.error) throw new Error(`The lookup found no one: ${found.error}`);
  return person;
};

const readsOf = (key: string, pipeline: Pipeline, person: object): Operation[] => [
  { name: "read", path: `/scopes/${pipeline.scopeId}`, key, method: "GET", isRead: true },
  { name: "list, few", path: "/cohorts", key, method: "GET", isRead: true },
  {
    name: "lookup",
    path: `/targets/${pipeline.lookupId}/lookup`,
    key,
    method: "POST",
    isRead: true,
    body: person,
  },
  {
    name: "download",
    path: `/targets/${pipeline.targetId}/download.csv`,
    key,
    method: "GET",
    isRead: true,
    isPublic: true,
  },
];

const listsOf = (key: string, count: number): Operation[] =>
  ["cohorts", "outcomes"].map((type) => ({
    name: `list ${count} ${type}`,
    path: `/${type}`,
    key,
    method: "GET",
    isRead: true,
  }));

const creation = (key: string): Operation => ({
  name: "create",
  path: "/cohorts",
  key,
  method: "POST",
  isRead: false,
  body: cohort,
});

const cohort = { name: "Repeat purchasers", stream_name: "transaction", min_count: 2 };

const report = (
  operations: readonly Operation[],
  atRest: readonly LoadResult[],
  building: readonly LoadResult[],
): string[] => {
  const rows = operations.map(({ name, isRead }, i) => {
    const [rest, busy] = [atRest[i]!, building[i]!];
    const times = busy.p99Ms / rest.p99Ms;
    const verdict = isRead && times > maxSlowdown ? `above ${maxSlowdown}` : "";
    return [name, ...figures(rest), ...figures(busy), times.toFixed(1), verdict];
  });
  const headers = [
    "operation",
    "idle /s",
    "p50 ms",
    "p99 ms",
    "building /s",
    "p50 ms",
    "p99 ms",
    "p99 times",
    "",
  ];
  return table(headers, rows);
};

const figures = ({ requestsPerSecond, p50Ms, p99Ms }: LoadResult): string[] => [
  requestsPerSecond.toFixed(0),
  p50Ms.toFixed(1),
  p99Ms.toFixed(1),
];

await main();
