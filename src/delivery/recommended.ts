// Which ranks of its recommenders a target hands out: all that the payload has, unless its filter names some.

import type { Bounds, RankBounds } from "../domain/target.js";
import { refuse } from "../errors/refusal.js";
import type { PayloadColumn } from "./columns.js";

/** The payload without the ranks that the bounds leave out. Refuses `recommender-not-in-payload`. */
export const withinRanks = (
  payload: readonly PayloadColumn[],
  bounds: readonly RankBounds[] = [],
): PayloadColumn[] => {
  for (const { recommender_id: id } of bounds) requireRecommender(payload, id);
  return payload.filter(({ of, rank }) =>
    bounds.every((bound) => rank === undefined || bound.recommender_id !== of || isWithin(rank, bound)),
  );
};

const requireRecommender = (payload: readonly PayloadColumn[], id: string): void => {
  const ids = [...new Set(payload.filter(({ rank }) => rank !== undefined).map(({ of }) => of))];
  if (!ids.includes(id))
    throw refuse("recommender-not-in-payload", { id, recommenders: ids.join(", ") || "none" });
};

const isWithin = (rank: number, { _eq, _gt, _gte, _lt, _lte }: Bounds): boolean =>
  (_eq === undefined || rank === _eq) &&
  (_gt === undefined || rank > _gt) &&
  (_gte === undefined || rank >= _gte) &&
  (_lt === undefined || rank < _lt) &&
  (_lte === undefined || rank <= _lte);
