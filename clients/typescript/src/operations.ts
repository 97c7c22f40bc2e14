// Operations of the API as types: what a call by path takes and returns, and which kinds of resources there
// are. All of it follows from the OpenAPI document.

import type { components, paths } from "./schema.js";

/** Bodies of the API by name, such as `Schemas["Cohort"]`. */
export type Schemas = components["schemas"];

export type Method = "get" | "post" | "put" | "patch" | "delete";

/** Paths that have a method, such as `/cohorts/{id}`. */
export type PathOf<M extends Method> = {
  [P in keyof paths]: paths[P][M] extends { responses: unknown } ? P : never;
}[keyof paths];

/** Options of every call. */
export interface Call {
  /** Ends the call. Its promise is rejected with the signal's reason. */
  signal?: AbortSignal | undefined;
}

/** Parameters and body of an operation. */
export type RequestOf<P extends keyof paths, M extends Method> = Call & {
  /** Such as `If-Match`. */
  headers?: Record<string, string>;
} & PathParameters<paths[P][M]> &
  QueryParameters<paths[P][M]> &
  Body<paths[P][M]>;

type PathParameters<O> = O extends { parameters: { path: infer V } } ? { path: V } : unknown;
type QueryParameters<O> = O extends { parameters: { query: infer V } }
  ? { query: V }
  : O extends { parameters: { query?: infer V } }
    ? { query?: V }
    : unknown;
type Body<O> = O extends { requestBody: { content: infer C } }
  ? { body: Content<C> }
  : O extends { requestBody?: { content: infer C } }
    ? { body?: Content<C> }
    : unknown;
type Content<C> = C extends { "application/json": infer B } ? B : Blob | string | ArrayBuffer;

/** The request, optional where nothing in it is required. */
export type Given<T> = Record<never, never> extends T ? [request?: T] : [request: T];

/** Body of the answer. An answer that is not JSON, such as a file, is a `Response`. */
export type AnswerOf<P extends keyof paths, M extends Method> = paths[P][M] extends { responses: infer R }
  ? R[keyof R] extends { content: { "application/json": infer B } }
    ? B
    : R[keyof R] extends { content?: never }
      ? undefined
      : Response
  : never;

/** Paths of lists, which `pages` reads. */
export type ListPath = {
  [P in PathOf<"get">]: AnswerOf<P, "get"> extends readonly unknown[] ? P : never;
}[PathOf<"get">];
export type ItemOf<P extends ListPath> = AnswerOf<P, "get"> extends readonly (infer T)[] ? T : never;

/** Kinds of resources, as in their paths: `cohorts`, `outcomes`, … */
export type Kind = {
  [P in ListPath]: P extends `/${infer K}`
    ? `/${K}/{${"id" | "stream"}}` extends infer One
      ? Extract<One, PathOf<"get">> extends never
        ? never
        : K
      : never
    : never;
}[ListPath];

/** Record of a resource. */
export type RecordOf<K extends Kind> = `/${K}` extends infer P extends ListPath ? ItemOf<P> : never;

/** Kinds that `create` makes. */
export type Creatable = { [K in Kind]: `/${K}` extends PathOf<"post"> ? K : never }[Exclude<
  Kind,
  "accounts"
>];

/** Body of `create`, in which resources may stand for their ids. */
export type BodyOf<K extends Creatable> = `/${K}` extends infer P extends PathOf<"post">
  ? RequestOf<P, "post"> extends { body: infer B }
    ? WithResources<B>
    : never
  : never;

type WithResources<T> = T extends string
  ? string extends T
    ? T | HasId
    : T
  : T extends object
    ? { [F in keyof T]: WithResources<T[F]> }
    : T;

/** A resource in the place of its id. */
export interface HasId {
  readonly id: string;
  readonly kind: string;
}

/** Fields that `change` sets; null removes one. */
export type ChangeOf<K extends Kind> = `/${K}/{${"id" | "stream"}}` extends infer P
  ? RequestOf<Extract<P, PathOf<"patch">>, "patch"> extends { body: infer B }
    ? B
    : never
  : never;

/** Evidence about a resource; never where the kind has none. */
export type AnalysisOf<K extends Kind> = `/${K}/{${"id" | "stream"}}/analysis` extends infer P
  ? AnswerOf<Extract<P, PathOf<"get">>, "get">
  : never;
