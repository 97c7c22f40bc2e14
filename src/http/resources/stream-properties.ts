// Properties of a stream that a request names. They are those of the last build and those that datasets are
// about to add, so a name is refused only if nothing gives the stream such a property.

import { mappingOfStream } from "../../domain/data/stream-mapping.js";
import { unknownName } from "../../domain/resource/unknown-name.js";
import { refuse } from "../../errors/refusal.js";
import type { ReferencedResources } from "../referenced.js";

export interface NamedProperty {
  property: string;
  /** Place in the request. */
  path: string;
}

/** Refuses `property-unknown`. Does nothing before the stream's first build. Needs all streams and datasets. */
export const checkProperties = (
  stream: string,
  named: readonly NamedProperty[],
  referenced: ReferencedResources,
): void => {
  const result = referenced.findStream(stream)?.result;
  if (!result) return;
  const mapped = referenced
    .all("datasets")
    .flatMap(({ config }) => Object.keys(mappingOfStream(config.output_to_streams, stream)?.data_map ?? {}));
  const reserved = [...(result.hasValue ? ["value"] : []), ...(result.isDated ? ["datetime"] : [])];
  const known = [...new Set([...Object.keys(result.properties), ...reserved, ...mapped])];
  for (const { property, path } of named)
    if (!known.includes(property))
      throw refuse("property-unknown", { stream, property, properties: known.join(", ") || "none" }, [
        unknownName(path, property, "property", known),
      ]);
};
