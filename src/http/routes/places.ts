// Places: areas of the earth and sets of addresses, used in the conditions of cohorts.

import type { FastifyInstance } from "fastify";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import { parsePlace, renderPlace, respellPlace } from "../resources/place.js";
import { placePatch, placePost, placeRecord } from "../schemas/place.js";
import { resourceRoutes } from "./resource.js";

const kind: Kind<"places"> = {
  type: "places",
  post: placePost,
  patch: placePatch,
  record: placeRecord,
  refuses: ["place-shape-needed", "geojson-invalid", "address-vague"],
  uniqueName: true,
  respell: respellPlace,
  parse: parsePlace,
  upstreamIds: () => [],
  render: renderPlace,
};

export const placeRoutes = (app: FastifyInstance, options: AppOptions): void =>
  resourceRoutes(app, kind, options);
