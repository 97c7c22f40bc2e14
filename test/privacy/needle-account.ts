// An account full of needles: each value of its people, and each text of its conditions, has one of a few
// stems that nothing else has. One resource of each kind is built from it.

import { expect } from "vitest";
import type { BuildingApi } from "../api/building.js";
import type { Caller } from "../api/harness.js";

/** Stems of names, addresses, products, telephone numbers and customer IDs, in lower case. */
export const stems = ["zuzanna", "quitzow", "nadel", "802863", "kx7007"];

/** Stems that a text has, in any case. */
export const stemsIn = (text: string): string[] => {
  const lower = text.toLowerCase();
  return stems.filter((stem) => lower.includes(stem));
};

/** Of people alone; streets have a number before them. Products, towns and conditions are their owner's words. */
const personal = [
  /zuzanna/i,
  /quitzow/i,
  /802863/,
  /kx7007/i,
  /nadelmail/i,
  /\d+ nadel\w* ?street/i,
  /\d+ nadelstrasse/i,
];

/** What a text has that says who somebody is. */
export const personalIn = (text: string): string[] =>
  personal.flatMap((needle) => needle.exec(text)?.[0] ?? []);

/** Rows as an engine may quote them. */
export const quotedRows = [
  "Zuzanna Quitzow, zuzanna.quitzow@nadelmail.example, 77 Nadelstrasse, +1 8028631007, KX7007-7",
  "8028631007",
  `O'Quitzow "Zuzanna": '77 Nadelstrasse'\n8028631008: KX7007-8`,
  `{'first': Zuzanna, 'last': "O'Quitzow", 'phone': 8028631009, 'product': [Nadelware]}`,
];

const people = 160;
const lastDay = 400;
const day = (n: number): string => new Date(Date.UTC(2024, 0, 1 + n)).toISOString().slice(0, 10);
const firstNames = "Zuzanna Boris Cleo Dora Emil Fay Gustav Hana Ivo Jolanthe Karl".split(" ");
const syllables = "ba ko lu mi ne ro su ta ve zi dro fen gal hup jar".split(" ");
const word = (p: number): string =>
  [p, 3 * p + 1, Math.floor(p / 15)].map((at) => syllables[at % syllables.length]).join("");
export const mailOf = (p: number): string => `${word(p)}.quitzow@nadelmail${p}.example`;

const columns = "id,first,last,street,city,zip,lat,lon,mail,phone,day,total,product,town";
const order = (p: number, on: number): string =>
  [
    `KX7007-${p},${firstNames[p % firstNames.length]},${word(p)}quitzow,${7 * p + 1} Nadel${word(p)} Street,Nadelheim,05401`,
    `${44.4 + p / 1000},-73.2,${mailOf(p)},802863${1000 + ((53 * p) % 9000)}`,
    `${day(on)},${10 + (p % 7)}.5,Nadelware ${(p + on) % 5},Nadelstadt ${p % 3}`,
  ].join(",");

/** Person p orders 1 to 5 times over 400 days; the last order is on day 399. */
const orders = (): string =>
  [
    columns,
    ...Array.from({ length: people }, (_, p) =>
      Array.from({ length: 1 + ((p * 7) % 5) }, (_, k) =>
        order(p, (p * 37 + k * (61 + (p % 50))) % (lastDay - 1)),
      ),
    ).flat(),
    order(0, lastDay - 1),
    `KX7007-1,Zuzanna,Quitzow,1 Nadelstrasse,Nadelheim,05401,,,${mailOf(1)},,Nadeltag,Nadelgeld,Nadelware 9,`,
    "",
  ].join("\n");

const laterOrders = (): string => [columns, order(1, lastDay), order(11, lastDay + 1), ""].join("\n");

const ordersDataset = {
  name: "Orders",
  identity_sets: {
    buyer: {
      customer_id: "id",
      email: "mail",
      phone: "phone",
      person_first_name: "first",
      person_last_name: "last",
      house_number_and_street: ["street"],
      city: "city",
      postcode: "zip",
    },
  },
  options: { type: "hosted_csv", upload_directory: "orders" },
  output_to_streams: {
    order: {
      data_map: {
        datetime: { column_name: "day" },
        value: { column_name: "total" },
        product: { column_name: "product" },
      },
      conditions: [{ column_name: "product", _neq: "Nadelware 8", _nmatches: "Nadelware (6|7)" }],
    },
  },
  output_to_traits: {
    town: { column_name: "town" },
    latitude: { column_name: "lat" },
    longitude: { column_name: "lon" },
  },
  reference_key_columns: ["id"],
};

/** Of the owner's shop, which everyone sees. */
export const ownStreet = "8 Nadelkokoba Street";

const listDataset = {
  name: "Gone",
  identity_sets: { who: { email: "mail" } },
  options: { type: "hosted_csv", upload_directory: "gone" },
  privacy: "suppress",
};

export interface NeedleAccount extends Caller {
  accountId: string;
  ids: Record<
    | "orders"
    | "customers"
    | "choosy"
    | "outcome"
    | "personas"
    | "recommender"
    | "place"
    | "atlas"
    | "connection"
    | "scope"
    | "file"
    | "lookup",
    string
  >;
}

/**
 * Built twice, with a file that came later; but for a connection to a server that is not there. `hook`:
 * receives webhooks.
 */
export const buildNeedleAccount = async (api: BuildingApi, hook: string): Promise<NeedleAccount> => {
  const caller = await api.signUp();
  const ok = async (answer: ReturnType<Caller["get"]>) => {
    const { status, body } = await answer;
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body;
  };
  const made = async (url: string, body: object): Promise<string> => (await ok(caller.post(url, body))).id;
  const upload = (at: string, text: string) =>
    ok(caller.post(`/uploads/${at}`, text, { "content-type": "text/csv" }));
  await ok(caller.patch("/accounts/current", { emails: { builds: "each_resource" } }));
  // Messages of triggers name people to their owner, and so have needles.
  const enabled_events = ["resource.ready_with_update", "resource.errored"];
  await made("/webhook_endpoints", { url: hook, enabled_events });
  await upload("orders/a.csv", orders());
  await upload("gone/gone.csv", `mail\n${mailOf(3)}\nnobody@nadelmail.example\n`);
  const connection = await made("/connections", {
    name: "Warehouse",
    options: { type: "postgres", host: "127.0.0.1", port: 9, database: "shop", user: "u", password: "-" },
  });
  const dataset = await made("/datasets", ordersDataset);
  await made("/datasets", listDataset);
  const place = await made("/places", {
    name: "Shop",
    addresses: [{ house_number_and_street: ownStreet, city: "Nadelheim", postcode: "05401" }],
  });
  await upload("stores/stores.csv", "store,lat,lon\nShop,44.47,-73.21\n");
  const atlas = await made("/atlases", {
    name: "Stores",
    options: { type: "hosted_csv", upload_directory: "stores" },
    output_to_locations: { latitude: "lat", longitude: "lon", name: "store" },
  });
  const customers = await made("/cohorts", { name: "Customers", stream_name: "order" });
  const choosy = await made("/cohorts", choosyCohort);
  const outcome = await made("/outcomes", {
    name: "Buys again",
    attainment: customers,
    eligible: customers,
    recurring: true,
    horizon_days: 60,
    value: { measures: ["amount"] },
  });
  const personas = await made("/persona_sets", { name: "Kinds", cohort_id: customers });
  const recommender = await made("/recommenders", {
    name: "Next product",
    stream_name: "order",
    stream_property_name: "product",
  });
  const scope = await made("/scopes", {
    name: "All",
    population: { include: [customers] },
    payload: {
      outcome_ids: [outcome],
      cohort_ids: [choosy],
      persona_set_ids: [personas],
      recommender_ids: [recommender],
      explainability: true,
      location: { conditions: { atlas_ids: [atlas] } },
    },
    preview: false,
  });
  const target = (name: string, options: object) =>
    made("/targets", {
      name,
      scope_id: scope,
      options,
      representation: { mode: "identified", aggregate: "person" },
    });
  const file = await target("File", { type: "hosted_csv", track_changes: true });
  const lookup = await target("Lookup", { type: "lookup_api" });
  await made("/triggers", {
    name: "Movers",
    when: { movers: { scope_id: scope, outcome_id: outcome, least_change: 0.001 } },
  });
  await api.build();
  api.tick(60_000);
  await upload("orders/b.csv", laterOrders());
  await api.build();
  for (const type of ["streams", "outcomes", "targets"])
    for (const { name, status, status_error, waiting_for } of await ok(caller.get(`/${type}`)))
      expect({ name, status, status_error, waiting_for }).toMatchObject({ status: "ready" });
  return {
    ...caller,
    ids: {
      orders: dataset,
      customers,
      choosy,
      outcome,
      personas,
      recommender,
      place,
      atlas,
      connection,
      scope,
      file,
      lookup,
    },
  };
};

/** With a value in each kind of condition. */
export const choosyCohort = {
  name: "Choosy",
  stream_name: "order",
  stream_conditions: [
    { property: "product", _in: ["Nadelware 1", "Nadelware 2"] },
    { property: "product", _matches: "(?i)nadelware" },
  ],
  traits: [{ name: "town", _neq: "Nadelstadt 2" }],
};
