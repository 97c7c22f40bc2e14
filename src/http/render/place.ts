// A place as it is read: its shape, and what is known of where it is and of how far people are.

import type { Resource } from "../../store/resources.js";
import type { JsonObject } from "../json.js";
import { recordOf } from "./record.js";

export const renderPlace = (place: Resource<"places">): JsonObject =>
  recordOf(place, {
    ...place.config,
    located_count: place.result?.located_count,
    locations: place.config.addresses && place.result?.locations,
  });
