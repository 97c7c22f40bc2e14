// The menu: five main pages, and under Advanced the resources that they are made of.

import { resourceLabels } from "../../src/words/labels.js";
import type { Permission } from "../../src/words/roles.js";
import { type Kind, listOf } from "../api/kinds.js";

export interface Entry {
  to: string;
  label: string;
  /** What its page needs; absent: `look`. */
  needs?: Permission;
}

interface MainEntry extends Entry {
  /** Addresses of the pages that belong to it, besides its own. */
  also?: readonly string[];
}

export const mainPages: readonly MainEntry[] = [
  { to: "/", label: "Home" },
  { to: "/data", label: "Data", also: ["/datasets"], needs: "read" },
  { to: "/predictions", label: "Predictions", also: ["/outcomes"] },
  { to: "/people", label: "People", needs: "read" },
  { to: "/settings", label: "Settings" },
];

const list = (kind: Kind): Entry => ({ to: listOf(kind), label: resourceLabels[kind].title });

/** The pages of a menu that a role may see. */
export const pagesFor = <E extends Entry>(
  pages: readonly E[],
  may: (permission: Permission) => boolean,
): E[] => pages.filter(({ needs = "look" }) => may(needs));

/** In the order in which data flows. */
export const advancedPages: readonly Entry[] = [
  list("streams"),
  list("traits"),
  list("places"),
  list("atlases"),
  list("connections"),
  list("cohorts"),
  list("persona_sets"),
  list("recommenders"),
  list("holdouts"),
  list("scopes"),
  list("targets"),
  list("triggers"),
  { to: "/graph", label: "Graph" },
  { to: "/webhooks", label: "Webhooks", needs: "administer" },
  { to: "/outbox", label: "Outbox", needs: "administer" },
];

const isWithin = (location: string, to: string): boolean =>
  to === "/" ? location === "/" : location === to || location.startsWith(`${to}/`);

export const isAt = (location: string, { to, also = [] }: MainEntry): boolean =>
  [to, ...also].some((address) => isWithin(location, address));

export const isAdvanced = (location: string): boolean => advancedPages.some((entry) => isAt(location, entry));
