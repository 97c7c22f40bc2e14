// Types of connections in sentences and forms.

import {
  type BucketType,
  bucketTypes,
  connections,
  type DatabaseType,
  databaseTypes,
  fieldsOf,
  type ProgramType,
  programTypes,
} from "../domain/data/connections/registry.js";

export type { Field, Secret } from "../domain/data/connections/descriptor.js";
export { fieldGroups } from "../domain/data/connections/descriptor.js";
export {
  type BucketType,
  type ConnectionType,
  connectionTypes,
  descriptorOf,
  isReadOnly,
  takesHashes,
} from "../domain/data/connections/registry.js";
export { fieldsOf };

const titlesOf = <T extends keyof typeof connections>(types: readonly T[]) =>
  Object.fromEntries(types.map((type) => [type, connections[type].title])) as Record<T, string>;

export const databaseNames: Record<DatabaseType, string> = titlesOf(databaseTypes);

export const bucketNames: Record<BucketType, string> = titlesOf(bucketTypes);

export const programNames: Record<ProgramType, string> = titlesOf(programTypes);
