// First reads of the console's pages: the answers of the API that a page shows first. The service puts them into the page
// itself, so that it waits for none of them once its code runs. Each has the key of the console's query (web/api), and a
// browser test says when a page asks again for what it was given. A page that is not listed asks for everything itself.

import { findingsIn } from "../words/findings.js";

export interface FirstReads {
  /** The body of an answer, which the page gets; undefined: refused, too long, or later than the page waits. */
  read<T>(key: readonly unknown[], path: string, of?: (body: T) => unknown): Promise<T | undefined>;
  /** Has the browser ask, while it loads the code: for answers that may take longer than the page waits. */
  ask(path: string): void;
}

type Params = Readonly<Record<string, string>>;

/** By the route of the console (web/routes.tsx). */
export const firstReads: Readonly<Record<string, (first: FirstReads, params: Params) => Promise<unknown>>> = {
  "/": (first) =>
    Promise.all([
      ...["datasets", "streams", "cohorts", "connections"].map((kind) => list(first, kind)),
      summaries(first),
      account(first),
      first.read(["sample"], "/sample"),
      first.read(["webhook_endpoints"], "/webhook_endpoints"),
      first.read(["mail"], "/accounts/current/outbox"),
      first.read<Troubled>(["troubles"], "/ready", ({ troubles }) => troubles ?? []),
      first.read(["scopes", "claims", { limit: 50 }], "/claims?limit=50"),
    ]),
  "/data": (first) =>
    Promise.all([
      account(first),
      list<Dataset>(first, "datasets").then((datasets = []) => {
        if (!datasets.some(({ options }) => options.row_id_column === "event_id")) return;
        first.ask("/events/recent");
        return list(first, "streams");
      }),
      first.read(["sample"], "/sample"),
      first.read(["uploads", null], "/uploads"),
    ]),
  "/datasets/:id": (first, { id }) =>
    Promise.all([
      account(first),
      record(first, "datasets", id!),
      first.read(["datasets", id, "ingress"], `/datasets/${id}/logs/ingress`),
      first.read(["graph"], "/graph"),
    ]),
  "/cohorts": (first) => Promise.all([account(first), list(first, "cohorts")]),
  "/predictions": (first) => Promise.all([account(first), summaries(first)]),
  "/predictions/:id": async (first, { id }) => {
    const [scopes] = await Promise.all([
      prediction(first, id!),
      findings(first, id!),
      list(first, "cohorts"),
      list(first, "streams"),
    ]);
    const scope = scoring(scopes, id!);
    if (!scope) return;
    first.ask(`/scopes/${scope.id}/reach?outcome_id=${id}`);
    await record(first, "scopes", scope.id);
  },
  "/predictions/:id/list": async (first, { id }) => {
    const [scopes] = await Promise.all([
      prediction(first, id!),
      ...["triggers", "cohorts", "datasets", "streams"].map((kind) => list(first, kind)),
    ]);
    const scope = scoring(scopes, id!);
    if (!scope) return;
    first.ask(`/scopes/${scope.id}/top_people?outcome_id=${id}&limit=20`);
    first.ask(`/scopes/${scope.id}/movers?outcome_id=${id}&direction=both&limit=10`);
  },
  "/predictions/:id/campaign": async (first, { id }) => {
    const scope = scoring(await prediction(first, id!), id!);
    if (scope) await first.read(["scopes", scope.id, "holdout"], `/scopes/${scope.id}/holdout`);
  },
  "/predictions/:id/came-true": (first, { id }) => prediction(first, id!),
  "/predictions/:id/evidence": (first, { id }) =>
    Promise.all([prediction(first, id!), outcomeAnalysis(first, id!)]),
  "/predictions/:id/settings": (first, { id }) =>
    Promise.all([prediction(first, id!), list(first, "cohorts")]),
  "/pipelines/:id": (first, { id }) =>
    Promise.all([
      account(first),
      record(first, "scopes", id!),
      ...["cohorts", "outcomes", "targets"].map((kind) => list(first, kind)),
      ...["analysis", "efficacy", "holdout"].map((part) =>
        first.read(["scopes", id, part], `/scopes/${id}/${part}`),
      ),
      first.read(["graph"], "/graph"),
    ]),
  "/people": (first) =>
    Promise.all([
      account(first),
      summaries(first),
      first.read(["people", "analysis"], "/people/analysis"),
      markedDays(first),
    ]),
  "/people/:id": async (first, { id }) => {
    for (const part of ["", "/scores", "/events?limit=100", "/events?limit=20"])
      first.ask(`/people/${id}${part}`);
    await Promise.all([
      account(first),
      ...["outcomes", "datasets", "streams", "targets"].map((kind) => list(first, kind)),
      first.read(["people", "analysis"], "/people/analysis"),
      markedDays(first),
    ]);
  },
  "/settings": (first) =>
    Promise.all([account(first), first.read(["api_keys"], "/accounts/current/api_keys")]),
};

interface Troubled {
  troubles?: unknown[];
}

interface Dataset {
  options: { row_id_column?: string };
}

interface Scope {
  id: string;
  last_updated_output_at?: string;
  archived_at?: string;
  payload: { outcome_ids?: readonly string[] };
}

const account = (first: FirstReads) => first.read(["account"], "/accounts/current");

/** Marks of figures over time. */
const markedDays = (first: FirstReads) => first.read(["marked_days"], "/marked_days");

/** As long as the console's own. */
const list = <T>(first: FirstReads, kind: string): Promise<T[] | undefined> =>
  first.read([kind], `/${kind}?limit=500`);

const record = (first: FirstReads, kind: string, id: string) => first.read([kind, id], `/${kind}/${id}`);

const outcomeAnalysis = (first: FirstReads, id: string) =>
  first.read(["outcomes", id, "analysis"], `/outcomes/${id}/analysis`);

const findings = (first: FirstReads, id: string) =>
  first.read<object>(["outcomes", id, "findings"], `/outcomes/${id}/analysis`, findingsIn);

/** An account may have hundreds of pipelines, and each has an answer. The page asks for those of the others. */
const mostAnalyses = 20;

/** What every page says of predictions: all of them, and what their pipelines expect. */
const summaries = async (first: FirstReads): Promise<readonly Scope[]> => {
  const [scopes = []] = await Promise.all([
    list<Scope>(first, "scopes").then(async (found) => {
      const scored = (found ?? []).filter(isScored).slice(0, mostAnalyses);
      await Promise.all(scored.map(({ id }) => scopeAnalysis(first, id)));
      return found;
    }),
    list(first, "outcomes"),
    list(first, "targets"),
  ]);
  return scopes;
};

const scopeAnalysis = (first: FirstReads, id: string) =>
  first.read(["scopes", id, "analysis"], `/scopes/${id}/analysis`);

const isScored = ({ last_updated_output_at: at, archived_at: archived, payload }: Scope): boolean =>
  at !== undefined && archived === undefined && (payload.outcome_ids ?? []).length > 0;

const prediction = async (first: FirstReads, id: string): Promise<readonly Scope[]> => {
  const [scopes] = await Promise.all([summaries(first), account(first), record(first, "outcomes", id)]);
  return scopes;
};

/** The only pipeline that scores an outcome; undefined where the page has to choose. */
const scoring = (scopes: readonly Scope[], outcomeId: string): Scope | undefined => {
  const [scope, ...others] = scopes.filter(
    (each) => isScored(each) && each.payload.outcome_ids?.includes(outcomeId),
  );
  return others.length === 0 ? scope : undefined;
};
