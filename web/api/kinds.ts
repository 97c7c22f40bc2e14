// Types of resources that the console shows: the record that the API returns for each, and the address of its pages.

import { consolePaths } from "../../src/words/console-paths.js";
import type { Permission } from "../../src/words/roles.js";
import type { Schemas } from "./client.js";

export interface Records {
  datasets: Schemas["Dataset"];
  streams: Schemas["Stream"];
  traits: Schemas["Trait"];
  places: Schemas["Place"];
  atlases: Schemas["Atlas"];
  cohorts: Schemas["Cohort"];
  outcomes: Schemas["Outcome"];
  persona_sets: Schemas["PersonaSet"];
  recommenders: Schemas["Recommender"];
  holdouts: Schemas["AccountHoldout"];
  scopes: Schemas["Scope"];
  targets: Schemas["Target"];
  triggers: Schemas["Trigger"];
  connections: Schemas["Connection"];
}
export type Kind = keyof Records;
export type Status = Records["cohorts"]["status"];

/** In a sentence, what resources of a type are for. */
export const purposes: Record<Kind, string> = {
  datasets: "The files you uploaded and how their columns are mapped.",
  streams: "Events over time: orders, cancellations, visits.",
  traits: "Customer attributes: facts about people that have no date.",
  places: "Locations to measure distances from.",
  atlases: "Lists of locations, such as your stores.",
  cohorts: "Groups of people defined by what they did and what they are.",
  outcomes: "How likely people in one cohort are to enter another.",
  persona_sets: "A cohort divided into groups of similar people.",
  recommenders: "The items that each person is most likely to choose next.",
  holdouts: "Customers left out of every pipeline's lists, and what all contacts bring.",
  scopes: "Who is scored, which predictions they get, and where the results go.",
  targets: "Files, tables and lookups that a pipeline keeps up to date.",
  triggers: "Messages to your systems about customers who cross a probability or enter a cohort.",
  connections: "Databases that data is read from or written to.",
};

/** The page of a resource, within the console. */
export const pageOf = (kind: Kind, id: string): string => `/${consolePaths[kind]}/${encodeURIComponent(id)}`;
export const listOf = (kind: Kind): string => (kind === "datasets" ? "/data" : `/${consolePaths[kind]}`);

/** What changes of the type need. */
export const changedBy = (kind: Kind): Permission => (kind === "connections" ? "administer" : "edit");
