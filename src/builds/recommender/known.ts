// What is known of people and items as of a cutoff, as tables that every person's pool is made from.

import type { Engine } from "../../warehouse/engine.js";
import { followingItems, similarItems } from "../../warehouse/recommend/companions.js";
import { type Cutoff, ownItems, popularItems, visitItems, visitors } from "../../warehouse/recommend/past.js";
import type { Known } from "../../warehouse/recommend/pool.js";
import type { Relation } from "../../warehouse/sql/sql.js";

export interface KnownPeople extends Known {
  /** One row per person who took anything before the cutoff: person_id, visits. */
  visitors: Relation;
}

/** Takes the place of what was known as of another cutoff. */
export const stageKnown = async (engine: Engine, taken: Relation, cutoff: Cutoff): Promise<KnownPeople> => {
  const popular = await engine.createTable("popular", popularItems(taken, cutoff));
  const own = await engine.createTable("own", ownItems(taken, cutoff));
  const visits = await engine.createTable("visit", visitItems(taken, popular, cutoff));
  return {
    popular,
    own,
    visits,
    similar: await engine.createTable("similar", similarItems(own)),
    following: await engine.createTable("following", followingItems(visits)),
    visitors: await engine.createTable("visitor", visitors(taken, cutoff)),
  };
};
