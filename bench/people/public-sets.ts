// Public sets of people with duplicates, in the folder beside the repository or in BELLWETHER_TEST_DATA. Each
// is copied with a number for each record and without spaces around values, and otherwise unchanged.

import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import path from "node:path";
import type { IdentitySet } from "../../src/domain/data/dataset.js";
import { copyToCsv } from "../../src/warehouse/delivery/file.js";
import type { Engine } from "../../src/warehouse/engine.js";
import { type Relation, type Sql, sql } from "../../src/warehouse/sql/sql.js";
import { publicFolder } from "../scoreboard/public-data.js";
import type { LabelledSet } from "./labelled-set.js";

const folder = path.join(publicFolder, "identity");

interface PublicSet {
  file: string;
  /** One row per line: person and the mapped columns. */
  read: (lines: Relation) => Sql;
  identity: IdentitySet;
}

/** Records of one person share the number in `rec_id`. */
const febrl = (file: string): PublicSet => ({
  file,
  read: (lines) => sql`
    select regexp_extract(rec_id, '^rec-([0-9]+)-', 1) as person, given_name, surname, street_number, address_1, suburb,
      postcode, state, date_of_birth, soc_sec_id
    from ${lines}`,
  identity: {
    person_first_name: "given_name",
    person_last_name: "surname",
    house_number_and_street: ["street_number", "address_1"],
    city: "suburb",
    postcode: "postcode",
    state: "state",
    birth_date: "date_of_birth",
    national_id: "soc_sec_id",
  },
});

/** Without birth dates and ids. */
const nameAndAddress = ({
  identity: { birth_date, national_id, ...identity },
  ...set
}: PublicSet): PublicSet => ({
  ...set,
  identity,
});

const publicSets: Record<string, PublicSet> = {
  febrl1: febrl("febrl1.csv"),
  febrl2: febrl("febrl2.csv"),
  febrl3: febrl("febrl3.csv"),
  febrl3_address: nameAndAddress(febrl("febrl3.csv")),
  fake_1000: {
    file: "fake_1000.csv",
    read: (lines) => sql`select cluster as person, first_name, surname, dob, city, email from ${lines}`,
    identity: {
      person_first_name: "first_name",
      person_last_name: "surname",
      birth_date: "dob",
      city: "city",
      email: "email",
    },
  },
  rldata500: {
    file: "RLdata500.csv",
    read: (lines) => sql`
      select true_person as person, concat_ws(' ', fname_c1, fname_c2) as first_name,
        concat_ws(' ', lname_c1, lname_c2) as last_name,
        concat_ws('-', "by", lpad(bm, 2, '0'), lpad(bd, 2, '0')) as born
      from ${lines}`,
    identity: { person_first_name: "first_name", person_last_name: "last_name", birth_date: "born" },
  },
};

export const publicNames: readonly string[] = Object.keys(publicSets);

export const hasPublicSets = (): boolean => existsSync(folder);

/** Writes the set below `dir`. */
export const publicSet = async (engine: Engine, name: string, dir: string): Promise<LabelledSet> => {
  const { file, read, identity } = publicSets[name]!;
  await mkdir(dir, { recursive: true });
  const lines = await engine.createTable("line", trimmedLines(path.join(folder, file)));
  const labelled = await engine.createTable(
    "labelled",
    sql`select row_number() over () - 1 as record, line.* from (${read(lines)}) as line`,
  );
  const [written, truthFile] = [path.join(dir, `${name}.csv`), path.join(dir, "truth.parquet")];
  const shown = sql`select * exclude (person) from ${labelled} order by record`;
  await engine.run(copyToCsv(shown, written, { delimiter: ",", gzip: false, quoteAll: false }));
  await engine.writeParquet(sql`select record, person from ${labelled}`, truthFile);
  return { name, files: [written], identity, truth: sql`read_parquet(${truthFile})` };
};

/** One row per line of the file, all text, with null for empty values. Column names are trimmed. */
const trimmedLines = (file: string): Sql => sql`
  select nullif(trim(columns('^ *(.*)$')), '') as "\\1"
  from read_csv(${file}, all_varchar = true, header = true, delim = ',')`;
