// Profiles written out in a test.

import type { Engine } from "../engine.js";
import { ident, join, literal, type Relation, type Sql, sql } from "../sql/sql.js";
import { bitsOf } from "./profiles.js";

const texts = [
  ...[
    "first_name",
    "given",
    "first_canonical",
    "middle_name",
    "last_name",
    "last_start",
    "last_end",
    "first_forms",
    "last_forms",
    "suffix",
  ],
  ...[
    "house_number",
    "street",
    "unit",
    "city",
    "state",
    "postcode",
    "email",
    "phone",
    "birth_date",
    "national_id",
    "customer_id",
  ],
] as const;

const shares = ["first_name_share", "last_name_share", "postcode_share"] as const;

/** `first_names`: absent if the first name stands for no other. Shares are 0.01 if absent. */
export type TestProfile = { [T in (typeof texts)[number] | "first_names"]?: string | undefined } & {
  [S in (typeof shares)[number]]?: number;
};

/** Stages profiles as table `name`; nodes are their positions. */
export const writeProfiles = async (
  engine: Engine,
  name: string,
  profiles: readonly TestProfile[],
): Promise<Relation> => {
  const columns = [
    sql`node integer`,
    sql`first_names varchar`,
    sql`name_bits ubigint`,
    ...texts.map((text) => sql`${ident(text)} varchar`),
    ...shares.map((share) => sql`${ident(share)} float`),
  ];
  await engine.run(sql`create or replace table ${ident(name)} (${join(columns)})`);
  if (profiles.length > 0)
    await engine.run(
      sql`insert into ${ident(name)} values ${join(profiles.map((profile, node) => rowOf(profile, node)))}`,
    );
  return ident(name);
};

const rowOf = (profile: TestProfile, node: number): Sql => {
  const { first_name, first_canonical = first_name, first_names } = profile;
  const known: TestProfile = { ...profile, ...(first_canonical !== undefined && { first_canonical }) };
  const values = [
    sql`${node}`,
    literal(first_names ?? null),
    bitsOf(literal(first_names ?? first_name ?? null)),
    ...texts.map((text) => literal(known[text] ?? null)),
    ...shares.map((share) => literal(known[share] ?? 0.01)),
  ];
  return sql`(${join(values)})`;
};
