// Analysis of the people who have a row in a file: how many live where, and which values of traits they have. A value of
// the file may be missing there, such as a trait that is no column.

import { withoutPrefix } from "../../domain/data/trait.js";
import { type Area, minPeoplePerArea, type PeopleAnalysis } from "../../domain/target/target.js";
import { peopleByArea, valuesOfPeople } from "../../warehouse/delivery/geography.js";
import { peopleOfAreas, peopleWithRow } from "../../warehouse/delivery/representations.js";
import type { Engine } from "../../warehouse/engine.js";
import { findTraits } from "../../warehouse/persons/trait-findings.js";
import { peopleFiles, relation } from "../../warehouse/relations.js";
import { resultOf } from "../../warehouse/rows.js";
import type { Relation } from "../../warehouse/sql/sql.js";
import type { TargetInput } from "./input.js";

/** `people` are those with a row, by area where a row is an area; null: everyone in `rows`. */
export const analysePeople = async (
  { config, peopleDir, people: known }: TargetInput,
  { rows, people }: { rows: Relation; people: Relation | null },
  engine: Engine,
): Promise<PeopleAnalysis | undefined> => {
  if (!config.analysis_config) return undefined;
  const { geographies = [], traits = [], attributes = [] } = config.analysis_config;
  const files = peopleFiles(peopleDir);
  const area = config.representation.mode === "aggregated" ? people : null;
  const inFile = await engine.createTable("analysed_people", peopleWithRow(rows, area));

  const counts: PeopleAnalysis["geographies"] = {};
  for (const each of geographies) counts[each] = await areasOf(engine, inFile, relation(files.people), each);

  const names = [...new Set([...traits, ...attributes].map(withoutPrefix))];
  const own = resultOf(valuesOfPeople(relation(files.traits), inFile, names));
  const lists = known.traits.flatMap(({ name, isList }) => (isList ? [name] : []));
  const found = names.length === 0 ? [] : await findTraits(engine, own, lists, await engine.count(inFile));
  const binsOf = (name: string) => ({
    name,
    bins: found.find((each) => each.name === withoutPrefix(name))?.found.bins ?? [],
  });
  return { geographies: counts, traits: traits.map(binsOf), attributes: attributes.map(binsOf) };
};

const areasOf = async (
  engine: Engine,
  inFile: Relation,
  people: Relation,
  area: Area,
): Promise<{ id: string; count: number }[]> => {
  const located = await engine.createTable(
    "analysed_area",
    peopleOfAreas(inFile, people, area, minPeoplePerArea),
  );
  type Counted = { area: string; individuals: number };
  const rows = await engine.rows<Counted>(peopleByArea(located, null, null));
  return rows
    .map(({ area: id, individuals: count }) => ({ id, count }))
    .sort((a, b) => b.count - a.count || (a.id < b.id ? -1 : 1));
};
