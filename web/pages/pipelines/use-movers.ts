// Query of the people whose score changed most since an earlier build of a pipeline.

import { answer, api, type Schemas } from "../../api/client.js";
import { usePart } from "../../api/resources.js";

export type Movers = Schemas["Movers"];
export type Mover = Schemas["Mover"];

export interface MoversQuery {
  outcome_id?: string;
  since?: string;
  direction?: "up" | "down" | "both";
  limit?: number;
  person_id?: string;
}

export const useMovers = (id: string, query: MoversQuery) =>
  usePart("scopes", id, `movers ${JSON.stringify(query)}`, () =>
    answer(api.GET("/scopes/{id}/movers", { params: { path: { id }, query } })),
  );
