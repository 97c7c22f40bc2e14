// Types of connections in sentences and forms.

import {
  connections,
  type DatabaseType,
  databaseTypes,
  fieldsOf,
} from "../domain/data/connections/registry.js";

export type { Field, Secret } from "../domain/data/connections/descriptor.js";
export { fieldGroups } from "../domain/data/connections/descriptor.js";
export { type ConnectionType, connectionTypes, descriptorOf } from "../domain/data/connections/registry.js";
export { fieldsOf };

export const databaseNames = Object.fromEntries(
  databaseTypes.map((type) => [type, connections[type].title]),
) as Record<DatabaseType, string>;
