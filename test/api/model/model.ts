// Plain model of the resources of two accounts: what each request does to them and which status it has. It knows nothing of
// the store, of plans or of HTTP; the service has to agree with it.

export const types = ["traits", "cohorts", "outcomes"] as const;
export type ModelType = (typeof types)[number];

export interface Item {
  id: string;
  type: ModelType;
  account: number;
  name: string;
  /** Of outcomes: the cohort that is the goal. */
  goal: string | null;
  version: number;
  isGone: boolean;
}

/** By whom a request is made: key or session of an account, with a role and a scope. */
export interface Actor {
  account: number;
  mayLook: boolean;
  mayEdit: boolean;
}

export interface Model {
  items: Item[];
}

export const status = {
  done: 200,
  created: 201,
  deleted: 204,
  invalid: 400,
  refused: 403,
  unknown: 404,
  conflict: 409,
  changed: 412,
};

export const own = ({ items }: Model, { account }: Actor, type: ModelType): Item[] =>
  items.filter((item) => item.account === account && item.type === type && !item.isGone);

/** The item, if the actor can reach it: those of others do not exist. */
export const reach = ({ items }: Model, { account }: Actor, type: ModelType, id: string): Item | undefined =>
  items.find((item) => item.id === id && item.account === account && item.type === type && !item.isGone);

/** Several cohorts may have one name. */
const isNameTaken = (model: Model, actor: Actor, type: ModelType, name: string, but?: Item): boolean =>
  type !== "cohorts" &&
  own(model, actor, type).some((item) => item !== but && item.name.toLowerCase() === name.toLowerCase());

const isGoalThere = (model: Model, actor: Actor, goal: string | null): boolean =>
  goal === null || reach(model, actor, "cohorts", goal) !== undefined;

export const creation = (
  model: Model,
  actor: Actor,
  { type, name, goal }: Pick<Item, "type" | "name" | "goal">,
): number => {
  if (!actor.mayEdit) return status.refused;
  if (!isGoalThere(model, actor, goal)) return status.invalid;
  return isNameTaken(model, actor, type, name) ? status.conflict : status.created;
};

export const reading = (model: Model, actor: Actor, type: ModelType, id: string): number => {
  if (!actor.mayLook) return status.refused;
  return reach(model, actor, type, id) ? status.done : status.unknown;
};

/** `version`: that of If-Match; null: none. */
export const renaming = (
  model: Model,
  actor: Actor,
  { type, id, name, version }: { type: ModelType; id: string; name: string; version: number | null },
): number => {
  if (!actor.mayEdit) return status.refused;
  // A dataset emits a trait by its name, which therefore stays.
  if (type === "traits") return status.invalid;
  const item = reach(model, actor, type, id);
  if (!item) return status.unknown;
  if (version !== null && version !== item.version) return status.changed;
  return isNameTaken(model, actor, type, name, item) ? status.conflict : status.done;
};

export const removal = (model: Model, actor: Actor, type: ModelType, id: string): number => {
  if (!actor.mayEdit) return status.refused;
  const item = reach(model, actor, type, id);
  if (!item) return status.unknown;
  const isUsed = model.items.some(({ goal, isGone }) => goal === item.id && !isGone);
  return isUsed ? status.conflict : status.deleted;
};
