// Messages of Spark Connect that the client sends and reads, with the names and numbers of Spark's own files
// (https://github.com/apache/spark/tree/master/sql/connect/common/src/main/protobuf/spark/connect).

import type { Fields, Message, OneOf } from "./protobuf.js";

/** Fields with which each request begins. */
export const requestHead = {
  sessionId: [1, "text"],
  userContext: [2, { userId: [1, "text"], userName: [2, "text"] }],
} as const satisfies Fields;

export const relation = { sql: [10, { query: [1, "text"] }] } as const satisfies Fields;

/** The input is an encoded relation, because the server gives relations of more kinds than ours. */
const write = { input: [1, "bytes"], source: [2, "text"], path: [3, "text"], mode: [5, "int"] } as const;
export const saveModes = { errorIfExists: 3 } as const;

const command = { writeOperation: [2, write], sqlCommand: [5, { input: [6, relation] }] } as const;
const plan = { root: [1, relation], command: [2, command, "oneOf"] } as const satisfies Fields;
export type Plan = OneOf<typeof plan>;

export const interruptTypes = { all: 1, operationId: 3 } as const;

/** Fields of each method's request after its head. */
export const requests = {
  Config: {
    operation: [3, { set: [1, { pairs: [1, { key: [1, "text"], value: [2, "text"] }, "repeated"] }] }],
    clientType: [4, "text"],
  },
  ExecutePlan: {
    plan: [3, plan, "oneOf"],
    clientType: [4, "text"],
    requestOptions: [5, { reattachOptions: [1, { reattachable: [1, "bool"] }] }, "repeated"],
    operationId: [6, "text"],
    clientObservedServerSideSessionId: [8, "text"],
  },
  ReattachExecute: {
    operationId: [3, "text"],
    clientType: [4, "text"],
    lastResponseId: [5, "text"],
    clientObservedServerSideSessionId: [6, "text"],
  },
  ReleaseExecute: { operationId: [3, "text"], releaseAll: [5, {}] },
  Interrupt: { clientType: [3, "text"], interruptType: [4, "int"], operationId: [6, "text"] },
  ReleaseSession: { clientType: [3, "text"] },
} as const satisfies Record<string, Fields>;
export type Method = keyof typeof requests;
export type Request<M extends Method> = Message<(typeof requests)[M]>;

export const configAnswer = { serverSideSessionId: [4, "text"] } as const satisfies Fields;

const stage = { numTasks: [2, "int"], numCompletedTasks: [3, "int"] } as const;
/** Each message about an operation has its own id and one other field. */
export const operationAnswer = {
  arrowBatch: [2, { data: [2, "bytes"] }],
  sqlCommandResult: [5, { relation: [1, "bytes"] }],
  responseId: [13, "text"],
  resultComplete: [14, {}],
  executionProgress: [18, { stages: [1, stage, "repeated"] }],
} as const satisfies Fields;
export type OperationAnswer = Message<typeof operationAnswer>;
