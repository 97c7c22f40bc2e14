// Resolution of names in a pipeline file. A name is enough if one resource has it, in the file or on the
// service; if several have it, the id is required.

import { nearest } from "../../domain/resource/nearest.js";
import type { ServerRecord } from "../resources/find.js";
import { displayName, type Type } from "../resources/types.js";
import type { Described } from "./file.js";

/** A name, or the id of a resource whose name is not unique. */
export type Key = string;

export class Names {
  constructor(
    private readonly described: readonly Described[],
    private readonly records: ReadonlyMap<Type, readonly ServerRecord[]>,
  ) {}

  /** Resources in use with that name or, if there are none, archived ones. */
  called(type: Type, name: string): ServerRecord[] {
    const found = this.of(type).filter((record) => displayName(type, record) === name);
    const used = found.filter(({ archived_at }) => archived_at === undefined);
    return used.length > 0 ? used : found;
  }

  isDescribed(type: Type, name: string): boolean {
    return this.described.some((each) => each.type === type && each.name === name);
  }

  keyOf(type: Type, record: ServerRecord): Key {
    const name = displayName(type, record);
    const same = this.called(type, name);
    return same.length === 1 && same[0]!.id === record.id ? name : record.id;
  }

  /** The key of a referenced id; the id itself if no resource has it. */
  keyOfId(type: Type, id: string): Key {
    const record = this.of(type).find((each) => each.id === id);
    return record ? this.keyOf(type, record) : id;
  }

  /** The key of a reference in the file, or the mistake in it. */
  refer(type: Type, written: string): { key: Key; record?: ServerRecord } | { wrong: string } {
    if (this.isDescribed(type, written)) return { key: written };
    const byId = this.of(type).find(({ id }) => id === written);
    const found = byId ? [byId] : this.called(type, written);
    const [record] = found;
    if (!record) return { wrong: `names no ${type.noun}: ${written}.${this.hint(type, written)}` };
    if (found.length > 1)
      return {
        wrong: `names ${found.length} ${type.path}: ${written}. Use the id instead.`,
      };
    const key = this.keyOf(type, record);
    if (this.isDescribed(type, key)) return { key };
    if (record.archived_at !== undefined)
      return { wrong: `names an archived ${type.noun}: ${written}. Unarchive it, or describe it here too.` };
    return { key, record };
  }

  private of(type: Type): readonly ServerRecord[] {
    return this.records.get(type) ?? [];
  }

  private hint(type: Type, written: string): string {
    const inFile = this.described.filter((each) => each.type === type).map(({ name }) => name);
    const onService = this.of(type).map((record) => displayName(type, record));
    const meant = nearest(written, [...inFile, ...onService]);
    return meant === undefined ? "" : ` Did you mean ${meant}?`;
  }
}
