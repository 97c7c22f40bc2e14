import { mkdir, mkdtemp } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "vitest";
import { hasPublicData, publicFile } from "../../../test/support/public-data.js";
import {
  type Event,
  historyStart,
  simulatedEvents,
  writeAccount,
} from "../../../test/support/small-account.js";
import { openWorkshop } from "../../../test/support/workshop.js";
import { type TreatmentRequest, treatmentProfit } from "../../domain/campaign/assignment.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import { seededRandom } from "../../model/numeric/random.js";
import { peopleFiles, streamFiles } from "../../warehouse/relations.js";
import { ident, join, type Sql, sql } from "../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../kind/snapshot.js";
import { treatmentOf } from "./treatment.js";

const workshop = openWorkshop("treatment", 256, 1);
const events = simulatedEvents(800);
const people = [...new Set(events.map(({ person }) => person))];
const mailed = historyStart + 250 * secondsPerDay;

const ordersBefore = (person: bigint) =>
  events.filter((event) => event.person === person && event.time < mailed).length;

const textProperty = {
  type: "text" as const,
  statistical_type: "categorical" as const,
  breaks: [],
  categories: [],
  emitted_by_datasets: [],
};

/** An account in which these people got a mail; the arm is a property of it. `extra`: orders that the mail brings. */
const accountWith = async (
  armOf: (person: bigint) => string | null,
  extra: readonly Event[] = [],
  cost: Sql = sql`null::varchar`,
): Promise<AccountSnapshot> => {
  const root = await mkdtemp(path.join(workshop.root, "account-"));
  const account = await writeAccount(workshop.engine, root, [...events, ...extra]);
  const mails = people.flatMap((person) => {
    const arm = armOf(person);
    return arm === null ? [] : [{ person, arm }];
  });
  const dir = path.join(root, "mail");
  await mkdir(dir);
  const table = await workshop.engine.createTableOf("mails", {
    person_id: BigInt64Array.from(mails, ({ person }) => person),
    arm: Float64Array.from(mails, ({ arm }) => Number(arm === "mail")),
  });
  await workshop.engine.writeParquet(
    sql`select person_id, ${mailed}::bigint as event_time, 0::bigint as arrival_time, null::double as value,
      case when arm = 1 then 'mail' else 'none' end as p_arm, ${cost} as p_cost
    from ${table} order by person_id`,
    streamFiles(dir).events,
  );
  const [transaction] = account.streams;
  const result = {
    ...transaction!.result,
    hasValue: false,
    properties: { arm: textProperty, cost: textProperty },
  };
  const { isSummarised: _, ...unsummarised } = result;
  return { ...account, streams: [...account.streams, { name: "mail", dir, result: unsummarised }] };
};

const request: TreatmentRequest = { stream: "mail", goal: "transaction", days: 60 };
const arms = { property: "arm", contact: "mail", control: "none" };
const byChance = (seed: number) => {
  const random = seededRandom(seed);
  const drawn = new Map(people.map((person) => [person, random() < 0.5]));
  return (person: bigint) => (drawn.get(person) ? "mail" : "none");
};
const ask = (wanted: Partial<TreatmentRequest>, account: AccountSnapshot) =>
  treatmentOf({ ...request, ...wanted }, workshop.engine, account);

test("contacts that chance drew are recognised, and what they did is the difference of both arms", async () => {
  const armOf = byChance(1);
  const turned = people.filter((person, i) => armOf(person) === "mail" && i % 3 === 0);
  const extra = turned.map((person) => ({ person, time: mailed + 5 * secondsPerDay, value: 50 }));
  const found = await ask({ arm: arms, promised: 0.5 }, await accountWith(armOf, extra));
  expect(found).toMatchObject({ verdict: "random", since: mailed, inBoth: 0 });
  expect(found.test.contact + found.test.control).toBe(people.length);
  expect(found.test.split!.p).toBeGreaterThan(0.01);
  const { conversions, contact, control, amount } = found.effect!;
  expect(conversions.value).toBeCloseTo(
    contact.attained / contact.people - control.attained / control.people,
    9,
  );
  expect(conversions.low).toBeGreaterThan(0);
  expect(amount!.value).toBeGreaterThan(5);
});

test("costs are those of each arm, and the profit is what the contacts brought less what they cost more than the control", async () => {
  const armOf = byChance(1);
  const turned = people.filter((person, i) => armOf(person) === "mail" && i % 3 === 0);
  const extra = turned.map((person) => ({ person, time: mailed + 5 * secondsPerDay, value: 50 }));
  const cost = sql`case when arm = 1 then '0.5' when person_id % 2 = 0 then '0.1' end`;
  const account = await accountWith(armOf, extra, cost);
  const { costs, effect } = await ask({ arm: arms, cost: "cost" }, account);
  const { contact, control } = effect!;
  const unknown = people.filter((person) => armOf(person) === "none" && person % 2n !== 0n).length;
  expect(costs!.contact).toEqual({ contacts: contact.people, total: contact.people / 2, unknown: 0 });
  expect(costs!.control.unknown).toBe(unknown);
  expect(costs!.control.total).toBeCloseTo((control.people - unknown) / 10, 9);
  const spent = contact.people / 2 - (costs!.control.total * contact.people) / control.people;
  for (const [worth, brought] of [
    [{ valuePerConversion: 20 }, { of: effect!.conversions, each: 20 }],
    [{ margin: 0.4 }, { of: effect!.amount!, each: 0.4 }],
  ] as const) {
    const profit = treatmentProfit({ costs: costs!, effect: effect! }, worth)!;
    for (const bound of ["value", "low", "high"] as const)
      expect(profit[bound]).toBeCloseTo(contact.people * brought.of[bound] * brought.each - spent, 6);
  }
  expect(treatmentProfit({ costs: costs! }, { margin: 0.4 })).toBeUndefined();
});

test("costs of contacts that chance has not drawn are said, without an effect or a profit", async () => {
  const armOf = (person: bigint) => (ordersBefore(person) > 2 ? "mail" : "none");
  const found = await ask({ arm: arms, cost: "cost" }, await accountWith(armOf, [], sql`'0.5'`));
  expect(found.costs!.contact.total).toBe(found.test.contact / 2);
  expect(treatmentProfit(found, { margin: 0.4 })).toBeUndefined();
});

test("a cost that no contact says, and one that is no property, are refused", async () => {
  const account = await accountWith(byChance(1), [], sql`'cheap'`);
  const wanted = (cost: string) => ask({ arm: arms, cost }, account);
  await expect(wanted("cost")).rejects.toThrow("No contact of stream mail has a number in cost");
  await expect(wanted("value")).rejects.toThrow("No contact of stream mail has a number in value");
  await expect(wanted("price")).rejects.toThrow("price");
});

test("contacts of those who ordered most have no effect, only a reason", async () => {
  const armOf = (person: bigint) => (ordersBefore(person) > 2 ? "mail" : "none");
  const found = await ask({ arm: arms }, await accountWith(armOf));
  expect(found.verdict).toBe("not_random");
  expect(found).not.toHaveProperty("effect");
  expect(found.test.imbalances[0]).toMatchObject({ name: expect.stringMatching(/^transaction, number/) });
  expect(found.test.imbalances[0]!.difference).toBeGreaterThan(0.5);
});

test("without an arm of its own the control is who was known before and had no contact", async () => {
  const chosen = byChance(2);
  const found = await ask({}, await accountWith((person) => (chosen(person) === "mail" ? "mail" : null)));
  const known = people.filter((person) => ordersBefore(person) > 0);
  expect(found.test.contact + found.test.control).toBe(known.length);
  expect(found.verdict).toBe("random");
});

test("where nothing else is known, there is no control to compare with", async () => {
  const account = await accountWith((person) => (person % 2n === 0n ? "mail" : null));
  const alone = { ...account, streams: account.streams.filter(({ name }) => name === "mail") };
  expect(await ask({ goal: "mail" }, alone)).toMatchObject({ verdict: "too_few", test: { control: 0 } });
});

test("an effect waits until its days are over", async () => {
  const found = await ask({ arm: arms, days: 365 }, await accountWith(byChance(3)));
  expect(found.verdict).toBe("random");
  expect(found).not.toHaveProperty("effect");
});

test("a campaign that nobody had, and streams that are not there, are refused", async () => {
  const account = await accountWith(byChance(1));
  await expect(ask({ campaign: { property: "arm", value: "letter" } }, account)).rejects.toThrow(
    "No event of stream mail",
  );
  await expect(ask({ goal: "visit" }, account)).rejects.toThrow("Stream visit has not been built yet");
  await expect(ask({ arm: { ...arms, property: "sender" } }, account)).rejects.toThrow("sender");
});

interface PublicStream {
  /** person_id, event_time, value and properties. */
  rows: Sql;
  properties?: string[];
}

/** An account of public data. `traits`: person_id, trait, value. */
const publicAccount = async (
  streams: Record<string, PublicStream>,
  traits: Sql,
  known: readonly { name: string; type: "number" | "text" }[],
): Promise<AccountSnapshot> => {
  const root = await mkdtemp(path.join(workshop.root, "public-"));
  const { engine } = workshop;
  await engine.writeParquet(
    sql`select * from (${traits}) order by person_id, trait`,
    peopleFiles(root).traits,
  );
  const built = [];
  for (const [name, { rows, properties = [] }] of Object.entries(streams)) {
    const dir = path.join(root, name);
    await mkdir(dir);
    await engine.writeParquet(
      sql`select * from (${rows}) order by person_id, event_time`,
      streamFiles(dir).events,
    );
    const result = {
      isDated: true,
      hasValue: properties.length === 0,
      properties: Object.fromEntries(properties.map((each) => [each, textProperty])),
    };
    built.push({ name, dir, result });
  }
  const account = { dataThrough: 2_000_000_000, peopleDir: root, people: { traits: known }, places: [] };
  return { ...account, streams: built } as unknown as AccountSnapshot;
};

test.skipIf(!hasPublicData())("randomised e-mails pass, and each arm has its known effect", async () => {
  const file = publicFile("uplift/hillstrom_half.csv.gz");
  const rows = await workshop.engine.createTable("emails", sql`select * from read_csv(${file})`);
  const numbers = ["recency", "history", "mens", "womens", "newbie"];
  const texts = ["zip_code", "channel"];
  const traits = [...numbers, ...texts].map(
    (name) =>
      sql`select row_id as person_id, ${name} as trait, ${ident(name)}::varchar as value from ${rows}`,
  );
  const account = await publicAccount(
    {
      mail: {
        rows: sql`select row_id as person_id, ${mailed}::bigint as event_time, null::double as value, segment as p_segment from ${rows}`,
        properties: ["segment"],
      },
      visit: {
        rows: sql`select row_id as person_id, ${mailed + secondsPerDay}::bigint as event_time, spend::double as value from ${rows} where visit = 1`,
      },
    },
    join(traits, " union all "),
    [
      ...numbers.map((name) => ({ name, type: "number" as const })),
      ...texts.map((name) => ({ name, type: "text" as const })),
    ],
  );
  const points = { "Mens E-Mail": [0.06, 0.09], "Womens E-Mail": [0.03, 0.06] } as const;
  for (const [contact, [low, high]] of Object.entries(points)) {
    const arm = { property: "segment", contact, control: "No E-Mail" };
    const found = await ask({ arm, goal: "visit", days: 14, promised: 0.5 }, account);
    expect(found.verdict, JSON.stringify(found.test)).toBe("random");
    expect(found.effect!.conversions.value).toBeGreaterThan(low);
    expect(found.effect!.conversions.value).toBeLessThan(high);
  }
});

test.skipIf(!hasPublicData())(
  "campaigns of a grocer, which went to good customers, are refused",
  async () => {
    const folder = (name: string) => sql`read_csv(${publicFile(`completejourney/${name}.csv`)})`;
    const account = await publicAccount(
      {
        transaction: {
          rows: sql`select household_id::bigint as person_id, epoch(transaction_timestamp)::bigint as event_time, sales_value::double as value
          from ${folder("transactions_sample")}`,
        },
        mail: {
          rows: sql`select c.household_id::bigint as person_id, epoch(d.start_date)::bigint as event_time, null::double as value, c.campaign_id::varchar as p_campaign
          from ${folder("campaigns")} as c join ${folder("campaign_descriptions")} as d on d.campaign_id = c.campaign_id`,
          properties: ["campaign"],
        },
      },
      sql`select 0::bigint as person_id, '' as trait, '' as value where false`,
      [],
    );
    for (const value of ["8", "13", "18"]) {
      const found = await ask({ campaign: { property: "campaign", value }, days: 30 }, account);
      expect(found.verdict, JSON.stringify(found.test)).toBe("not_random");
      expect(found).not.toHaveProperty("effect");
    }
  },
);
