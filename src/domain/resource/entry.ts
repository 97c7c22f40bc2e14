// Entry of an object under a name that a user chose, such as a stream `constructor`. Objects inherit entries
// under such names from Object.prototype; only their own count.

export const entryOf = <V>(record: Readonly<Record<string, V>>, name: string): V | undefined =>
  Object.hasOwn(record, name) ? record[name] : undefined;
