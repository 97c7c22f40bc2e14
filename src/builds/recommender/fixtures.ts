// A stream of takings written out in a test, as a stream's build leaves it.

import { mkdtemp } from "node:fs/promises";
import path from "node:path";
import type { StreamPropertySummary } from "../../domain/data/stream.js";
import { resolution } from "../../domain/people/fixtures.js";
import { secondsPerDay } from "../../domain/resource/resource.js";
import type { Engine } from "../../warehouse/engine.js";
import { streamFiles } from "../../warehouse/relations.js";
import { sql } from "../../warehouse/sql/sql.js";
import type { AccountSnapshot } from "../kind/snapshot.js";

/** A person takes an item. `day` counts from 1970. */
export interface Taking {
  person: number;
  day: number;
  item: string;
  /** Negative for a return. */
  value?: number;
}

/** An account with one stream, `order`, whose property `product` is the item; now is the end of the last day. */
export const writeTakings = async (
  engine: Engine,
  root: string,
  takings: readonly Taking[],
  property: Partial<StreamPropertySummary> = {},
): Promise<AccountSnapshot> => {
  const dir = await mkdtemp(path.join(root, "order-"));
  const table = await engine.createTableOf("takings", {
    person_id: BigInt64Array.from(takings, ({ person }) => BigInt(person)),
    event_time: BigInt64Array.from(takings, ({ day }) => BigInt(Math.floor(day * secondsPerDay))),
    value: Float64Array.from(takings, ({ value = 1 }) => value),
    p_product: takings.map(({ item }) => item),
  });
  const product = property.type === "number" ? sql`cast(p_product as double)` : sql`p_product`;
  await engine.writeParquet(
    sql`select person_id, event_time, event_time as arrival_time, value, ${product} as p_product
      from ${table} order by all`,
    streamFiles(dir).events,
  );
  const dataThrough = (Math.floor(Math.max(...takings.map(({ day }) => day))) + 1) * secondsPerDay;
  const people_count = new Set(takings.map(({ person }) => person)).size;
  return {
    dataThrough,
    peopleDir: root,
    places: [],
    people: { people_count, data_through: dataThrough, datasets: {}, traits: [], resolution },
    streams: [
      {
        name: "order",
        dir,
        result: {
          event_count: takings.length,
          people_count,
          oldest: 0,
          newest: dataThrough - 1,
          hasValue: true,
          isDated: true,
          events_by_month: [],
          properties: {
            product: {
              type: "text",
              statistical_type: "categorical",
              breaks: [],
              categories: [],
              emitted_by_datasets: [],
              ...property,
            },
          },
          event_contribution_by_dataset: {},
        },
      },
    ],
  };
};
