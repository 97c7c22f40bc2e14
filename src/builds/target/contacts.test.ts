// Lists of programs, against servers that are strict about their interfaces.

import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { startBrevo } from "../../../test/support/programs/brevo.js";
import { startHubspot } from "../../../test/support/programs/hubspot.js";
import { startKlaviyo } from "../../../test/support/programs/klaviyo.js";
import { startMailchimp } from "../../../test/support/programs/mailchimp.js";
import {
  type Answer,
  type ProgramServer,
  startProgram,
} from "../../../test/support/programs/program-server.js";
import { type Engine, openEngine } from "../../warehouse/engine.js";
import { buildConnection } from "../connection/step.js";
import { contactTarget, countsOf, type TestPerson } from "./fixtures.js";

let root: string;
let engine: Engine;
beforeAll(async () => {
  root = await mkdtemp(path.join(tmpdir(), "contacts-"));
  engine = await openEngine({ memoryMb: 256, threads: 1, tempDir: root });
});

const person = (email: string | null, probability: number): TestPerson => ({
  probability,
  ...(email !== null && { email, person_first_name: email.split("@")[0]! }),
});
const [ada, bo, cy] = [
  person("Ada@shop.example", 0.9),
  person("bo@shop.example", 0.5),
  person("cy@shop.example", 0.25),
];
const list = "Likely to buy";

const targetOf = (server: ProgramServer) => contactTarget(engine, root, server.access(), list);

const everyone = ["ada@shop.example", "bo@shop.example", "cy@shop.example"];
const programs = {
  klaviyo: { start: startKlaviyo, chance: "chance_to_buy_again_pct", value: Number },
  hubspot: { start: startHubspot, chance: "chance_to_buy_again_pct", value: String },
  brevo: { start: startBrevo, chance: "CHANCE_TO_BUY_AGAIN_PCT", value: Number },
  mailchimp: { start: () => startMailchimp(everyone), chance: "chance_to_buy_again_pct", value: Number },
};

describe.each(Object.entries(programs))("%s", (_, { start, chance, value }) => {
  test("has the list with its predictions, and later what changed alone", async () => {
    const program = await start();
    const { build } = targetOf(program.server);
    expect(countsOf(await build([ada, bo]))).toBe("2 added, 0 changed, 0 unchanged, 0 removed, 0 refused");
    expect([...program.members(list).keys()].sort()).toEqual(["ada@shop.example", "bo@shop.example"]);
    expect(program.propertiesOf("ada@shop.example")).toMatchObject({ [chance]: value(90) });

    program.server.requests.length = 0;
    expect(countsOf(await build([ada, bo]))).toBe("0 added, 0 changed, 2 unchanged, 0 removed, 0 refused");
    expect(
      program.server.requests.filter((request) => /import|upsert|batch|\/lists\/a1b2$/.test(request)),
    ).toEqual([]);

    expect(countsOf(await build([{ ...ada, probability: 0.8 }, cy]))).toBe(
      "1 added, 1 changed, 0 unchanged, 1 removed, 0 refused",
    );
    expect([...program.members(list).keys()].sort()).toEqual(["ada@shop.example", "cy@shop.example"]);
    expect(program.propertiesOf("ada@shop.example")).toMatchObject({ [chance]: value(80) });
    expect(program.propertiesOf("bo@shop.example")?.[chance] || null).toBe(null);
  });

  test("is sent nothing by a dry run, which counts what would be", async () => {
    const program = await start();
    const { build } = targetOf(program.server);
    expect(await build([ada, bo], { dry_run: true })).toMatchObject({
      added: 2,
      is_dry_run: true,
      list: null,
    });
    expect(program.server.requests).toEqual([]);
    expect(countsOf(await build([ada, bo]))).toBe("2 added, 0 changed, 0 unchanged, 0 removed, 0 refused");
    program.server.requests.length = 0;
    expect(await build([ada], { dry_run: true })).toMatchObject({ unchanged: 1, removed: 1 });
    expect(program.server.requests).toEqual([]);
    expect(countsOf(await build([ada]))).toBe("0 added, 0 changed, 1 unchanged, 1 removed, 0 refused");
  });

  test("gets everything taken back, and keeps whom others added", async () => {
    const program = await start();
    const { build } = targetOf(program.server);
    await build([ada, bo]);
    program.add(list, "own@shop.example");
    expect(await build([ada, bo], { withdrawn: true })).toMatchObject({
      removed: 2,
      list: null,
      properties: [],
    });
    expect([...program.members(list).keys()]).toEqual(["own@shop.example"]);
    expect(program.propertiesOf("ada@shop.example")?.[chance] || null).toBe(null);
    expect(countsOf(await build([ada, bo]))).toBe("2 added, 0 changed, 0 unchanged, 0 removed, 0 refused");
    expect(program.members(list).size).toBe(3);
  });

  test("moves everyone to a list of another name", async () => {
    const program = await start();
    const { build } = targetOf(program.server);
    await build([ada, bo]);
    expect(await build([ada, bo], { list_name: "Buyers" })).toMatchObject({
      added: 2,
      list: { name: "Buyers" },
    });
    expect([program.members(list).size, program.members("Buyers").size]).toEqual([0, 2]);
    expect(program.propertiesOf("ada@shop.example")).toMatchObject({ [chance]: value(90) });
  });

  test("is sent the same again after a fault, and has it once", async () => {
    const program = await start();
    const { build } = targetOf(program.server);
    const away: Answer = { status: 503, headers: { "retry-after": "1" } };
    program.server.faults.push(away, { ...away, isAfter: true });
    expect(countsOf(await build([ada, bo]))).toBe("2 added, 0 changed, 0 unchanged, 0 removed, 0 refused");
    const down = Array.from({ length: 5 }, () => away);
    program.server.faults.push(...down);
    await expect(build([ada, cy])).rejects.toMatchObject({ code: "program-unreachable" });
    expect(countsOf(await build([ada, cy]))).toBe("1 added, 0 changed, 1 unchanged, 1 removed, 0 refused");
    expect([...program.members(list).keys()].sort()).toEqual(["ada@shop.example", "cy@shop.example"]);
  });

  test("is connected to, and its lists are there", async () => {
    const program = await start();
    const { access, build } = targetOf(program.server);
    await build([ada]);
    const tools = { engine, dir: root, now: 0, seed: 1, progress: () => {} };
    expect(await buildConnection(access, tools)).toEqual({ tables: [list] });
    program.server.faults.push({ status: 401, body: { message: "ada@shop.example may not" } });
    const refused = buildConnection(access, tools);
    await expect(refused).rejects.toMatchObject({ code: "connection-failed" });
    await expect(refused).rejects.not.toThrow(/ada@/);
  });
});

test("people without an address, or with that of a likelier person, are counted", async () => {
  const program = await startKlaviyo();
  const { build } = targetOf(program.server);
  const phone: TestPerson = { probability: 0.4, phone: "+41 79 123 45 67" };
  const people = [ada, { ...bo, email: "ADA@shop.example" }, phone, person("not an address", 0.3)];
  expect(await build(people)).toMatchObject({ added: 1, shared_email: 1, without_email: 2 });
  expect(program.propertiesOf("ada@shop.example")).toMatchObject({ chance_to_buy_again_pct: 90 });
});

test("a list is refused if no column has e-mail addresses, and the error names the program", async () => {
  const { build } = targetOf((await startHubspot()).server);
  await expect(build([{ probability: 0.4, customer_id: "7" }])).rejects.toThrow(
    "A list for “Likely to buy” of HubSpot needs e-mail addresses",
  );
});

test.each([
  ["klaviyo", startKlaviyo, "invalid"],
  ["hubspot", startHubspot, "VALIDATION_ERROR"],
  ["mailchimp", () => startMailchimp(["ada@shop.example"]), "not a member of the audience"],
] as const)(
  "whom %s refuses is counted by its reason, and sent again when something changes",
  async (_, start, reason) => {
    const { server, members } = await start();
    const { build } = targetOf(server);
    const bad = person("bad@refused.example", 0.7);
    const sent = await build([ada, bad]);
    expect(sent).toMatchObject({ added: 2, refused: 1, refusals: [{ reason, count: 1 }] });
    expect([...members(list).keys()]).toEqual(["ada@shop.example"]);
    expect(countsOf(await build([ada, bad]))).toBe("0 added, 0 changed, 2 unchanged, 0 removed, 1 refused");
    expect(countsOf(await build([ada, { ...bad, probability: 0.6 }]))).toBe(
      "1 added, 0 changed, 1 unchanged, 0 removed, 1 refused",
    );
  },
);

test("lists of Klaviyo are found on any page", async () => {
  const program = await startKlaviyo();
  const { build } = targetOf(program.server);
  program.addLists(25);
  await build([ada]);
  const { access } = targetOf(program.server);
  const { tables } = await buildConnection(access, {
    engine,
    dir: root,
    now: 0,
    seed: 1,
    progress: () => {},
  });
  expect(tables).toHaveLength(26);
});

describe("an endpoint", () => {
  const start = async () => {
    const got: unknown[] = [];
    const server = await startProgram({
      options: { type: "endpoint", url: "https://hooks.shop.example/people", header: "X-Key" },
      secret: "s3cret",
      headers: { "x-key": "s3cret", "content-type": "application/json" },
      answer: ({ body }) => {
        const people = body as { email?: string }[];
        if (people.some(({ email }) => email?.endsWith("refused.example"))) return { status: 422 };
        got.push(...people);
        return { status: 204 };
      },
    });
    return { got, ...targetOf(server) };
  };

  test("gets everyone with all that is known, and who has left", async () => {
    const { got, build } = await start();
    await build([ada]);
    expect(got).toEqual([
      {
        email: "ada@shop.example",
        first_name: "Ada",
        last_name: null,
        phone: null,
        list,
        in_list: true,
        properties: {
          chance_to_buy_again_pct: 90,
          chance_to_buy_again_decile: 1,
          chance_to_buy_again_scored_on: "2025-12-31",
        },
      },
    ]);
    got.length = 0;
    await build([bo]);
    expect(got).toMatchObject([
      { email: "ada@shop.example", in_list: false },
      { email: "bo@shop.example", in_list: true },
    ]);
  });

  test("gets what its template says", async () => {
    const { got, build } = await start();
    const template =
      '{"who": "{email}", "on": "{in_list}", "note": "{first_name}: {chance_to_buy_again_pct} %"}';
    await build([ada], { template });
    expect(got).toEqual([{ who: "ada@shop.example", on: true, note: "Ada: 90 %" }]);
  });

  test("gets nothing by a template with a name that nobody has", async () => {
    const { got, build } = await start();
    const built = build([ada], { template: '{"who": "{e_mail}"}', dry_run: true });
    await expect(built).rejects.toMatchObject({ code: "template-name-unknown" });
    await expect(built).rejects.toThrow("e_mail");
    expect(got).toEqual([]);
  });

  test("refuses the people of a request together", async () => {
    const { got, build } = await start();
    const sent = await build([ada, person("bad@refused.example", 0.7)]);
    expect(sent).toMatchObject({ refused: 2, refusals: [{ reason: "HTTP 422", count: 2 }] });
    expect(got).toEqual([]);
  });
});
