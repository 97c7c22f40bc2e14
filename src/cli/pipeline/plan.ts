// The plan of `apply`: the actions that make a service match a file. It is a pure function of the file and of
// the service's records, so it can be shown before anything changes, and is empty once it is applied.
//
//   create   described and missing
//   restore  described and archived
//   change   described and different
//   delete   not described, with --prune

import { downstreamOf, type Edge, upstreamOf } from "../../domain/resource/graph.js";
import type { JsonObject } from "../../domain/resource/json.js";
import { Refusal } from "../../errors/refusal.js";
import type { ServerRecord } from "../resources/find.js";
import { type ApiDocument, createSchema } from "../resources/openapi.js";
import { mapReferences } from "../resources/references.js";
import { displayName, type Type, types } from "../resources/types.js";
import type { Checker } from "./check.js";
import {
  canonical,
  comparable,
  type FieldChange,
  fieldChanges,
  mergePatchBetween,
  writtenPart,
} from "./comparison.js";
import type { Described, Problem } from "./file.js";
import { Names } from "./names.js";
import { spellingOf } from "./spellings.js";

export interface ServerState {
  api: ApiDocument;
  records: ReadonlyMap<Type, readonly ServerRecord[]>;
  edges: readonly Edge[];
}

/** Bodies and patches refer to others by `Key`. */
export type Action = { type: Type; name: string } & (
  | { at: "create"; body: JsonObject }
  | { at: "restore"; id: string }
  | { at: "change"; id: string; fields: FieldChange[]; patch: JsonObject }
  | { at: "delete"; id: string }
);

export interface Existing {
  type: Type;
  name: string;
  id: string;
}

export interface Plan {
  /** In an order in which they can be applied. */
  actions: Action[];
  /** Resources downstream of the actions, without their own. */
  rebuilt: Existing[];
  /** Described and equal. */
  unchanged: Existing[];
  /** Not described and kept. */
  left: Existing[];
}

export interface PlanOptions {
  check: Checker;
  /** Delete resources that are not described. */
  prune: boolean;
}

/** A plan, or all mistakes of the file. */
export const planPipeline = (
  described: readonly Described[],
  state: ServerState,
  { check, prune }: PlanOptions,
): { plan: Plan } | { problems: Problem[] } => {
  const planner = new Planner(described, state, check, prune);
  const decided = inDependencyOrder(described).map((each) => planner.decide(each));
  const problems = decided.flatMap((decision) => decision.problems);
  if (problems.length > 0) return { problems };
  const others = planner.notDescribed();
  const deletions = prune ? dependantsFirst(others, state.edges).map(deletion) : [];
  const actions = [...decided.flatMap((decision) => decision.actions), ...deletions];
  return {
    plan: {
      actions,
      rebuilt: rebuiltAfter(actions, state),
      unchanged: decided.flatMap((decision) => decision.unchanged),
      left: prune ? [] : others,
    },
  };
};

interface Decision {
  problems: Problem[];
  actions: Action[];
  unchanged: Existing[];
}

class Planner {
  private readonly names: Names;

  constructor(
    described: readonly Described[],
    private readonly state: ServerState,
    private readonly check: Checker,
    private readonly prune: boolean,
  ) {
    this.names = new Names(described, state.records);
  }

  decide(described: Described): Decision {
    const { type, name } = described;
    const problems = [...this.check(described), ...this.referenceProblems(described)];
    const found = this.names.called(type, name);
    if (found.length > 1) problems.push({ type, name, path: "", message: ambiguousName(type, found) });
    if (problems.length > 0) return { problems, actions: [], unchanged: [] };
    try {
      return { problems, ...this.compare(described, found[0]) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { problems: [{ type, name, path: "", message: error.message }], actions: [], unchanged: [] };
    }
  }

  /** Resources that could be described and are not. */
  notDescribed(): Existing[] {
    return types
      .filter((type) => !type.isMadeByOthers && createSchema(this.state.api, type))
      .flatMap((type) => {
        const used = (this.state.records.get(type) ?? []).filter(isUsed);
        return used.map((record) => known(type, record));
      })
      .filter(({ type, name }) => !this.names.isDescribed(type, name));
  }

  private compare(
    { type, name, body }: Described,
    record: ServerRecord | undefined,
  ): Omit<Decision, "problems"> {
    const wanted = canonical(type, this.byKey(type, body));
    if (!record) return { actions: [{ at: "create", type, name, body: wanted }], unchanged: [] };
    const own = canonical(type, this.recordByKey(type, record));
    const [before, after] = comparable(type, record, own, wanted);
    const { whole } = spellingOf(type);
    const fields = fieldChanges(before, after, whole);
    const patch = mergePatchBetween(before, after, whole);
    const { id } = record;
    const actions: Action[] = isUsed(record) ? [] : [{ at: "restore", type, name, id }];
    if (fields.length > 0) actions.push({ at: "change", type, name, id, fields, patch });
    return { actions, unchanged: actions.length === 0 ? [known(type, record)] : [] };
  }

  private byKey(type: Type, body: JsonObject): JsonObject {
    return mapReferences(type, body, (written, referred) => {
      const reference = this.names.refer(referred, written);
      return "key" in reference ? reference.key : written;
    });
  }

  private recordByKey(type: Type, record: ServerRecord): JsonObject {
    const own = writtenPart(this.state.api, type, record);
    return mapReferences(type, own, (id, referred) => this.names.keyOfId(referred, id));
  }

  private referenceProblems({ type, name, body }: Described): Problem[] {
    const problems: Problem[] = [];
    mapReferences(type, body, (written, referred, path) => {
      const message = this.wrongWith(referred, written);
      if (message !== undefined) problems.push({ type, name, path, message });
      return written;
    });
    return problems;
  }

  private wrongWith(type: Type, written: string): string | undefined {
    const reference = this.names.refer(type, written);
    if ("wrong" in reference) return reference.wrong;
    const isPruned = this.prune && reference.record !== undefined && !type.isMadeByOthers;
    return isPruned
      ? `names a ${type.noun} that --prune would delete: ${written}. Describe it here too.`
      : undefined;
  }
}

const deletion = (known: Existing): Action => ({ at: "delete", ...known });

/** A dependant has more resources upstream than its dependencies have. */
const dependantsFirst = (all: readonly Existing[], edges: readonly Edge[]): Existing[] => {
  const depth = new Map(all.map(({ id }) => [id, upstreamOf(edges, [id]).size]));
  return all.toReversed().sort((a, b) => depth.get(b.id)! - depth.get(a.id)!);
};

const isUsed = ({ archived_at }: ServerRecord): boolean => archived_at === undefined;
const known = (type: Type, record: ServerRecord): Existing => ({
  type,
  name: displayName(type, record),
  id: record.id,
});

const ambiguousName = ({ path }: Type, records: readonly ServerRecord[]): string =>
  `The service has ${records.length} ${path} of this name: ${records.map(({ id }) => id).join(", ")}. Rename all but one.`;

/** A dataset contributes to the matching of people, and so to everything that depends on people. */
const rebuiltAfter = (actions: readonly Action[], { records, edges }: ServerState): Existing[] => {
  const touched = actions.flatMap((action) => (action.at === "create" ? [] : [action.id]));
  const following = downstreamOf(edges, touched);
  const isAboutPeople = actions.some(({ type }) => type.path === "datasets");
  return [...records]
    .filter(([type]) => type.builds !== false)
    .flatMap(([type, those]) => those.filter(isUsed).map((record) => known(type, record)))
    .filter(({ id, type }) => following.has(id) || (isAboutPeople && type.path !== "datasets"))
    .filter(({ id }) => !touched.includes(id));
};

/** Each after the ones that it refers to, otherwise in the given order. Within one type, some may refer to others. */
export const inDependencyOrder = (described: readonly Described[]): Described[] => {
  const ordered = new Set<Described>();
  const seen = new Set<Described>();
  const place = (each: Described): void => {
    if (seen.has(each)) return;
    seen.add(each);
    for (const named of namedBy(each, described)) place(named);
    ordered.add(each);
  };
  for (const each of described) place(each);
  return [...ordered];
};

const namedBy = ({ type, body }: Described, described: readonly Described[]): Described[] => {
  const named: Described[] = [];
  mapReferences(type, body, (written, referred) => {
    named.push(...described.filter((other) => other.type === referred && other.name === written));
    return written;
  });
  return named;
};
