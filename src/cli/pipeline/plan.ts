// What would have to be done for a service to be as a file describes. The plan is a pure function of the file and of what
// the service has, so it can be read before anything is done, and once it is done there is nothing left to plan.
//
//   create   described, and not there
//   restore  described, and archived
//   change   described, and there with other fields
//   delete   there, not described, and to be pruned

import { downstreamOf, type Edge, upstreamOf } from "../../domain/graph.js";
import { Refusal } from "../../errors/refusal.js";
import type { JsonObject } from "../../http/json.js";
import type { ServerRecord } from "../resources/find.js";
import { mapReferences } from "../resources/references.js";
import { type ApiDocument, createSchema } from "../resources/served.js";
import { calledBy, type Type, types } from "../resources/types.js";
import { canonical, comparable, writtenPart } from "./canonical.js";
import type { Checker } from "./check.js";
import { type FieldChange, fieldChanges, mergePatchBetween } from "./difference.js";
import type { Described, Problem } from "./file.js";
import { Names } from "./names.js";
import { inOrder } from "./order.js";

export interface ServerState {
  api: ApiDocument;
  records: ReadonlyMap<Type, readonly ServerRecord[]>;
  edges: readonly Edge[];
}

/** Bodies and patches refer to others by their `Key`. */
export type Action = { type: Type; name: string } & (
  | { at: "create"; body: JsonObject }
  | { at: "restore"; id: string }
  | { at: "change"; id: string; fields: FieldChange[]; patch: JsonObject }
  | { at: "delete"; id: string }
);

export interface Known {
  type: Type;
  name: string;
  id: string;
}

export interface Plan {
  /** In the order in which they can be done. */
  actions: Action[];
  /** What follows from the actions, without what they are about. */
  rebuilt: Known[];
  /** Described, and as described. */
  unchanged: Known[];
  /** Not described, and left alone. */
  left: Known[];
}

export interface PlanOptions {
  check: Checker;
  /** Deletes what is not described. */
  prune: boolean;
}

/** A plan, or everything that is wrong with the file. */
export const planPipeline = (
  described: readonly Described[],
  state: ServerState,
  { check, prune }: PlanOptions,
): { plan: Plan } | { problems: Problem[] } => {
  const planner = new Planner(described, state, check, prune);
  const decided = inOrder(described).map((each) => planner.decide(each));
  const problems = decided.flatMap((decision) => decision.problems);
  if (problems.length > 0) return { problems };
  const others = planner.notDescribed();
  const deletions = prune ? readersFirst(others, state.edges).map(deletion) : [];
  const actions = [...decided.flatMap((decision) => decision.actions), ...deletions];
  return {
    plan: {
      actions,
      rebuilt: rebuiltBy(actions, state),
      unchanged: decided.flatMap((decision) => decision.unchanged),
      left: prune ? [] : others,
    },
  };
};

interface Decision {
  problems: Problem[];
  actions: Action[];
  unchanged: Known[];
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
    if (found.length > 1) problems.push({ type, name, path: "", message: severalOf(type, found) });
    if (problems.length > 0) return { problems, actions: [], unchanged: [] };
    try {
      return { problems, ...this.compare(described, found[0]) };
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      return { problems: [{ type, name, path: "", message: error.message }], actions: [], unchanged: [] };
    }
  }

  /** Everything that could have been described, and was not. */
  notDescribed(): Known[] {
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
    const fields = fieldChanges(before, after, type.whole);
    const patch = mergePatchBetween(before, after, type.whole);
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

const deletion = (known: Known): Action => ({ at: "delete", ...known });

/** What reads others has more upstream than they have. */
const readersFirst = (all: readonly Known[], edges: readonly Edge[]): Known[] => {
  const depth = new Map(all.map(({ id }) => [id, upstreamOf(edges, [id]).size]));
  return all.toReversed().sort((a, b) => depth.get(b.id)! - depth.get(a.id)!);
};

const isUsed = ({ archived_at }: ServerRecord): boolean => archived_at === undefined;
const known = (type: Type, record: ServerRecord): Known => ({
  type,
  name: calledBy(type, record),
  id: record.id,
});

const severalOf = ({ path }: Type, records: readonly ServerRecord[]): string =>
  `The service has ${records.length} ${path} of this name: ${records.map(({ id }) => id).join(", ")}. Rename all but one.`;

/** A dataset has a say in who is one person, and so in everything that is built of people. */
const rebuiltBy = (actions: readonly Action[], { records, edges }: ServerState): Known[] => {
  const touched = actions.flatMap((action) => (action.at === "create" ? [] : [action.id]));
  const following = downstreamOf(edges, touched);
  const isAboutPeople = actions.some(({ type }) => type.path === "datasets");
  return [...records]
    .filter(([type]) => type.builds !== false)
    .flatMap(([type, those]) => those.filter(isUsed).map((record) => known(type, record)))
    .filter(({ id, type }) => following.has(id) || (isAboutPeople && type.path !== "datasets"))
    .filter(({ id }) => !touched.includes(id));
};
