// By what people can be told apart: what they did in a stream, and their traits.

import type { Records } from "../../api/kinds.js";

type Stream = Pick<Records["streams"], "stream_name" | "name">;
type Trait = Pick<Records["traits"], "name" | "literate">;

export const fieldsOffered = (streams: readonly Stream[], traits: readonly Trait[]) => [
  ...streams.map(({ stream_name, name }) => ({ value: stream_name, label: `What they did: ${name}` })),
  ...traits.map(({ name, literate }) => ({ value: name, label: literate })),
];

/** None stands for all. */
export const chosenFields = (chosen: ReadonlySet<string>): { modeling_fields?: string[] } =>
  chosen.size === 0 ? {} : { modeling_fields: [...chosen].sort() };
