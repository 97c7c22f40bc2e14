// Options of connections on the page and in lists, as their descriptors say.

import { descriptorOf, type Field, fieldGroups, fieldsOf } from "../../../src/words/connections.js";
import type { Records } from "../../api/kinds.js";

export type Options = Records["connections"]["options"];

/** The fields that are entered, in the order of the form. */
export const enteredFields = (type: Options["type"]) =>
  fieldGroups.flatMap((group) => fieldsOf(type).filter(([, field]) => field.group === group));

/** An option as a person reads it. */
export const shownValue = ({ choices }: Field, value: string | undefined): string | undefined =>
  value === undefined ? undefined : (choices?.[value] ?? value);

const textsOf = (options: Options): Record<string, string> =>
  Object.fromEntries(Object.entries(options).map(([name, value]) => [name, String(value)]));

/** Server, as lists show it. */
export const serverOf = (options: Options): string => {
  const { server, serverName } = descriptorOf(options.type).shown;
  const parts = server.flatMap((name) => textsOf(options)[name] ?? []);
  return parts.length > 0 ? parts.join(":") : (serverName ?? "");
};

/** Database, dataset or bucket, as lists show it. */
export const holderOf = (options: Options): string | undefined =>
  textsOf(options)[descriptorOf(options.type).shown.holder];
