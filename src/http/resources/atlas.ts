// Atlases on the way in and out.

import type { AtlasLocation } from "../../domain/data/atlas.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { Resource } from "../../store/resources.js";
import { present } from "../json.js";
import type { Draft } from "../kind.js";
import { atlasPost } from "../schemas/atlas.js";
import { conform } from "../validation.js";
import { recordOf } from "./record.js";

export const renderAtlas = (atlas: Resource<"atlases">): JsonObject =>
  recordOf(atlas, { ...atlas.config, ...atlas.result });

export const parseAtlas = (body: JsonObject): Draft<"atlases"> => {
  const { name, ...config } = conform(atlasPost, body);
  return { name, config };
};

export const renderLocation = (atlas_id: string, location: AtlasLocation): JsonObject => {
  const { latitude, longitude, house_number_and_street: street, properties, ...texts } = location;
  return present({
    atlas_id,
    latitude,
    longitude,
    name: texts.name,
    reference_key: texts.reference_key,
    ...(street.length > 0 && { house_number_and_street: street }),
    city: texts.city,
    state: texts.state,
    postcode: texts.postcode,
    properties,
  });
};
