// Requests of the model's actors, as commands that fast-check orders at will and shortens when one is answered otherwise
// than the model says.

import fc from "fast-check";
import { expect } from "vitest";
import type { Answer, Caller } from "../harness.js";
import {
  type Actor,
  creation,
  type Item,
  type Model,
  type ModelType,
  own,
  reading,
  removal,
  renaming,
  types,
} from "./model.js";

export interface Real {
  actors: { caller: Caller; actor: Actor; name: string }[];
  /** Statuses of answers, of all runs. */
  seen: Set<number>;
}

type Command = fc.AsyncCommand<Model, Real>;

/** Chooses an item, also one that is gone, that is another account's, or that nobody has. */
const chosen = ({ items }: Model, type: ModelType, n: number): string => {
  const all = items.filter((item) => item.type === type);
  return all.length === 0 || n % 7 === 0 ? "5b7d4e90-0000-4000-8000-000000000000" : all[n % all.length]!.id;
};

abstract class Request implements Command {
  constructor(
    readonly by: number,
    readonly type: ModelType,
    readonly n: number,
    readonly name: string,
  ) {}

  check = (): boolean => true;
  abstract run(model: Model, real: Real): Promise<void>;
  abstract readonly verb: string;

  protected actorOf({ actors }: Real) {
    return actors[this.by % actors.length]!;
  }

  toString(): string {
    return `${this.verb}(by ${this.by}, ${this.type}, ${this.n}, “${this.name}”)`;
  }
}

const agree = (request: Request, { seen }: Real, { status, body }: Answer, expected: number): void => {
  seen.add(status);
  expect([String(request), status, status === expected ? "" : body]).toEqual([String(request), expected, ""]);
};

const bodyOf = (type: ModelType, name: string, goal: string | null): object => {
  if (type === "cohorts") return { name, stream_name: "transaction" };
  return type === "outcomes" ? { name, attainment: goal } : { name };
};

class Create extends Request {
  readonly verb = "create";
  async run(model: Model, real: Real): Promise<void> {
    const { caller, actor } = this.actorOf(real);
    const { type, name } = this;
    const goal = type === "outcomes" ? chosen(model, "cohorts", this.n) : null;
    const expected = creation(model, actor, { type, name, goal });
    const answer = await caller.post(`/${type}`, bodyOf(type, name, goal));
    agree(this, real, answer, expected);
    if (expected !== 201) return;
    const version = Number(/\d+/.exec(String(answer.headers.etag))![0]);
    model.items.push({
      id: answer.body.id,
      type,
      account: actor.account,
      name,
      goal,
      version,
      isGone: false,
    });
  }
}

class Read extends Request {
  readonly verb = "read";
  async run(model: Model, real: Real): Promise<void> {
    const { caller, actor } = this.actorOf(real);
    const id = chosen(model, this.type, this.n);
    const answer = await caller.get(`/${this.type}/${id}`);
    agree(this, real, answer, reading(model, actor, this.type, id));
    const item = model.items.find((each) => each.id === id);
    if (answer.status === 200) expect(answer.body).toMatchObject({ id, name: item?.name });
  }
}

class Rename extends Request {
  readonly verb = "rename";
  async run(model: Model, real: Real): Promise<void> {
    const { caller, actor } = this.actorOf(real);
    const { type, name, n } = this;
    const id = chosen(model, type, n);
    const item = model.items.find((each) => each.id === id);
    // None, the right one, or an old one.
    const version = [null, item?.version ?? 1, Math.max(0, (item?.version ?? 1) - 1)][n % 3]!;
    const headers = version === null ? {} : { "if-match": `"${version}"` };
    const expected = renaming(model, actor, { type, id, name, version });
    const answer = await caller.patch(`/${type}/${id}`, { name }, headers);
    agree(this, real, answer, expected);
    if (expected !== 200 || !item) return;
    item.name = name;
    item.version = Number(/\d+/.exec(String(answer.headers.etag))![0]);
  }
}

class Remove extends Request {
  readonly verb = "remove";
  async run(model: Model, real: Real): Promise<void> {
    const { caller, actor } = this.actorOf(real);
    const id = chosen(model, this.type, this.n);
    const expected = removal(model, actor, this.type, id);
    agree(this, real, await caller.delete(`/${this.type}/${id}`), expected);
    const item = model.items.find((each) => each.id === id);
    if (expected === 204 && item) item.isGone = true;
  }
}

class List extends Request {
  readonly verb = "list";
  async run(model: Model, real: Real): Promise<void> {
    const { caller, actor } = this.actorOf(real);
    const answer = await caller.get(`/${this.type}`);
    agree(this, real, answer, actor.mayLook ? 200 : 403);
    if (!actor.mayLook) return;
    const listed = (answer.body as Pick<Item, "id" | "name">[]).map(({ id, name }) => `${id} ${name}`);
    const expected = own(model, actor, this.type).map(({ id, name }) => `${id} ${name}`);
    expect([String(this), ...listed.sort()]).toEqual([String(this), ...expected.sort()]);
  }
}

const all = [Create, Create, Create, Read, Rename, Rename, Remove, List];

export const requests = (actors: number): fc.Arbitrary<Command>[] =>
  all.map((Kind) =>
    fc
      .tuple(
        fc.nat({ max: actors - 1 }),
        fc.constantFrom(...types),
        fc.nat({ max: 1000 }),
        fc.constantFrom("a", "b", "A", "c d"),
      )
      .map((given) => new Kind(...given)),
  );
