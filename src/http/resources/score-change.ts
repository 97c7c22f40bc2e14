// Changes of scores on the way out.

import {
  type ChangeTotals,
  changeBands,
  type Movers,
  type ScoredBuild,
} from "../../domain/pipeline/score-change.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { bandLabels, changeHeadline, noEarlierBuild } from "../../words/score-change.js";
import { present } from "../json.js";
import { renderPersonShown } from "./person-shown.js";
import { isoMs, isoSeconds } from "./record.js";

export const renderMovers = ({ outcomeId, to, builds, since, people }: Movers): JsonObject => ({
  outcome_id: outcomeId,
  text: since ? changeHeadline(since.totals) : noEarlierBuild,
  ...(since && { from: renderBuild(since.build) }),
  to: renderBuild(to),
  builds: builds.map(renderBuild),
  ...(since && { summary: renderTotals(since.totals) }),
  people: people.map(({ parts, from, to: now, ...person }) =>
    present({
      ...renderPersonShown(person),
      from,
      to: now,
      log_odds: parts.reduce((sum, { log_odds }) => sum + log_odds, 0),
      parts,
    }),
  ),
});

const renderBuild = ({ build, built_at, data_through }: ScoredBuild): JsonObject => ({
  build,
  built_at: isoMs(built_at),
  data_through: isoSeconds(data_through),
});

const renderTotals = ({ bands, ...totals }: ChangeTotals): JsonObject => {
  const bounds = [...changeBands.map((bound) => -bound).reverse(), ...changeBands];
  return {
    ...totals,
    bands: bandLabels().map((text, i) =>
      present({ text, low: bounds[i - 1], high: bounds[i], people: bands[i]! }),
    ),
  };
};
