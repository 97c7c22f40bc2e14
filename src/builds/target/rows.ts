// Rows of a target by representation: people, households, hashed spellings of people, or areas.

import { existsSync } from "node:fs";
import { hashedColumns, identityColumns, type PayloadColumn } from "../../delivery/columns.js";
import { aggregatedSource, possibleAggregations } from "../../delivery/structure.js";
import type { ListPreset } from "../../domain/target/list-columns.js";
import { type Area, minPeoplePerArea } from "../../domain/target/target.js";
import { type Preset, presetColumns } from "../../domain/target/target-presets.js";
import { assert } from "../../errors/refusal.js";
import {
  crosswalkRecords,
  crosswalkRows,
  householdIds,
  recordLikelihoods,
} from "../../warehouse/delivery/crosswalk.js";
import {
  hashedIdentities,
  hashedRows,
  hashesOf,
  identitiesOfPersons,
  type SpelledColumn,
} from "../../warehouse/delivery/hashed.js";
import { presetValues } from "../../warehouse/delivery/preset-spellings.js";
import {
  addressedPeople,
  areaRows,
  householdRows,
  households,
  identifiedRows,
  peopleOfAreas,
  referencedRows,
  referenceKeys,
} from "../../warehouse/delivery/representations.js";
import type { Engine } from "../../warehouse/engine.js";
import { stageAddresses, stageMailboxes, stageNames } from "../../warehouse/persons/normalise.js";
import { stagePhones } from "../../warehouse/persons/phones.js";
import { datasetFiles, identitiesOf, peopleFiles, relation } from "../../warehouse/relations.js";
import { allRows, resultOf } from "../../warehouse/rows.js";
import type { Relation, Sql } from "../../warehouse/sql/sql.js";
import type { TargetInput } from "./input.js";
import { rowsOfList } from "./list.js";

/** Rows with a unique row_key, and the people (person_id) that they cover; null: everyone who was chosen. */
interface TargetRows {
  rows: Sql;
  people: Relation | null;
}

export const rowsOf = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  payload: readonly PayloadColumn[],
): Promise<TargetRows> => {
  const { representation } = input.config;
  switch (representation.mode) {
    case "identified":
      if (representation.transform_preset)
        return onList(engine, input, chosen, representation.transform_preset, payload);
      if (representation.aggregate === "record") return records(engine, input, chosen);
      return representation.aggregate === "person"
        ? {
            rows: identifiedRows(chosen, shownPeople(input), identityColumns(input.identityColumns)),
            people: null,
          }
        : residences(engine, input, chosen, payload);
    case "hashed":
      return spellings(engine, input, chosen, representation.transform_preset);
    case "referenced":
      return keyed(engine, input, chosen, representation.reference.column_name);
    case "aggregated":
      return areasOf(engine, input, chosen, payload, representation.aggregate);
  }
};

const shownPeople = ({ peopleDir }: TargetInput): Relation => relation(peopleFiles(peopleDir).people);
const personsOf = ({ peopleDir }: TargetInput): Relation => relation(peopleFiles(peopleDir).persons);

const onList = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  preset: ListPreset,
  payload: readonly PayloadColumn[],
): Promise<TargetRows> => {
  const listed = await engine.createTable("listed", await rowsOfList(engine, input, chosen, preset, payload));
  return { rows: allRows(listed), people: listed };
};

/** A person's records in every dataset, with the keys that they have there. */
const records = async (engine: Engine, input: TargetInput, chosen: Relation): Promise<TargetRows> => {
  const { datasetDirs, datasetNames = [], peopleDir } = input;
  const datasets = datasetDirs.map((dir, i) => {
    const { identities, references } = datasetFiles(dir);
    return {
      name: datasetNames[i] ?? "",
      identities: relation(identities),
      references: existsSync(references) ? relation(references) : null,
    };
  });
  const links = peopleFiles(peopleDir).matches;
  const likely = recordLikelihoods(existsSync(links) ? relation(links) : null);
  const listed = await engine.createTable(
    "crosswalk",
    crosswalkRows(chosen, personsOf(input), crosswalkRecords(datasets), likely),
  );
  return { rows: allRows(listed), people: listed };
};

/** The same rows with the household of their person. */
export const withHouseholds = async (engine: Engine, input: TargetInput, rows: Sql): Promise<Sql> => {
  const places = await stageAddresses(engine, addressedPeople(shownPeople(input)));
  return householdIds(rows, resultOf(households(places)));
};

const residences = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  payload: readonly PayloadColumn[],
): Promise<TargetRows> => {
  const people = shownPeople(input);
  const places = await stageAddresses(engine, addressedPeople(people));
  const homes = await engine.createTable("home", households(places));
  const fields = identityColumns(input.identityColumns);
  const likeliest = payload.find(({ kind }) => kind === "probability");
  return {
    rows: householdRows(chosen, homes, people, fields, payload, likeliest?.source ?? null),
    people: homes,
  };
};

const spellings = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  preset: Preset | undefined,
): Promise<TargetRows> => {
  const identities = identitiesOf(input.datasetDirs);
  const written = await engine.createTable("written", identitiesOfPersons(identities, personsOf(input)));
  const columns = spelledColumns(input, preset);
  const normalised = {
    mailboxes: await stageMailboxes(engine, written),
    phones: await stagePhones(engine, written, input.country),
    names: await stageNames(engine, written),
  };
  const spelled = await engine.createTable("spelling", hashedIdentities(written, normalised, columns));
  const names = columns.map(({ name }) => name);
  return { rows: hashedRows(chosen, spelled, names), people: spelled };
};

const spelledColumns = (
  { identityColumns: mapped, country }: TargetInput,
  preset: Preset | undefined,
): SpelledColumn[] =>
  preset ? presetValues(presetColumns(preset, mapped), country) : hashesOf(hashedColumns(mapped));

const keyed = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  column: string,
): Promise<TargetRows> => {
  assert(input.referenceDir !== null, "a referenced target has no dataset with keys");
  const references = relation(datasetFiles(input.referenceDir).references);
  const keys = await engine.createTable("key", referenceKeys(references, personsOf(input), column));
  return { rows: referencedRows(chosen, keys), people: keys };
};

const areasOf = async (
  engine: Engine,
  input: TargetInput,
  chosen: Relation,
  payload: readonly PayloadColumn[],
  area: Area,
): Promise<TargetRows> => {
  const located = peopleOfAreas(chosen, shownPeople(input), area, minPeoplePerArea);
  const inAreas = await engine.createTable("located", located);
  const aggregates = payload.flatMap((column) =>
    possibleAggregations(column).map((aggregation) => ({
      ...column,
      aggregation,
      output: aggregatedSource(aggregation, column.source),
    })),
  );
  return { rows: areaRows(chosen, inAreas, area, aggregates), people: inAreas };
};
