// Of which streams something can be recommended: their events are dated and carry a text.

import type { Records } from "../../api/kinds.js";

type Stream = Pick<Records["streams"], "is_dated" | "properties">;

/** Streams with the properties that fit, by name; streams without any are left out. */
export const recommendable = <S extends Stream>(streams: readonly S[]): (S & { recommended: string[] })[] =>
  streams
    .filter(({ is_dated }) => is_dated !== false)
    .map((stream) => ({
      ...stream,
      recommended: Object.entries(stream.properties)
        .filter(([, { type }]) => type === "string")
        .map(([name]) => name)
        .sort(),
    }))
    .filter(({ recommended }) => recommended.length > 0);
