// Client of Spark Connect: sends statements to a cluster and follows them to their end. A statement is an
// operation of a session. The operation goes on in the server when the connection breaks, and the client
// attaches to it again; it ends when it is interrupted, or its session is released.

import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import type { ClusterAddress } from "../domain/machine/cluster-address.js";
import { type GrpcCall, GrpcChannel, GrpcError, grpcCodes } from "./grpc.js";
import {
  configAnswer,
  interruptTypes,
  type Method,
  type OperationAnswer,
  operationAnswer,
  type Plan,
  type Request,
  relation,
  requestHead,
  requests,
  saveModes,
} from "./messages.js";
import { decode, encode } from "./protobuf.js";

export interface ExecuteOptions {
  /** Greatest share done so far, 0 to 1: the server's own falls when it adds stages. */
  onProgress?(share: number): void;
  signal?: AbortSignal;
}

/** The operation or its session is gone, or no server has come back: whether it ended is unknown. */
export class OperationLost extends Error {
  override name = "OperationLost";
}

const clientType = "bellwether";

const usualPausesMs = [500, 1_000, 2_000, 4_000, 8_000];

/** Time that the server gets for an answer that needs no computation. */
const shortMs = 30_000;

/** The same for an answer that nobody waits for: the server ends forgotten operations by itself. */
const partingMs = 5_000;

export class SparkClient {
  private readonly channel: GrpcChannel;
  /** Identifies the server: one that has started since has another. */
  private serverSession: string | undefined;

  constructor(
    private readonly address: ClusterAddress,
    /** A UUID: whoever knows it can end the session. */
    private readonly session: string,
    /** Pauses before it attaches again to an operation, which is lost after the last one. */
    private readonly reattachPausesMs: readonly number[] = usualPausesMs,
  ) {
    this.channel = new GrpcChannel(address.origin, address.headers);
  }

  /** Sets the session's configuration. Throws GrpcError. */
  async configure(settings: Readonly<Record<string, string>>): Promise<void> {
    const pairs = Object.entries(settings).map(([key, value]) => ({ key, value }));
    const onMessage = (answer: Buffer) => {
      this.serverSession = decode(configAnswer, answer).serverSideSessionId;
    };
    const timeoutMs = shortMs;
    await this.call("Config", { operation: { set: { pairs } }, clientType }, { onMessage, timeoutMs });
  }

  /**
   * Runs a statement that answers with no rows to its end. Throws GrpcError if the server cannot be reached
   * or refuses it, OperationLost if the server lost it, and the reason of the signal, after it has
   * interrupted the operation.
   */
  async execute(statement: string, options: ExecuteOptions = {}): Promise<void> {
    await this.run(sqlCommand(statement), options);
  }

  /** The answer of a query that has a few rows, in Arrow's format. */
  async answer(statement: string, options: ExecuteOptions = {}): Promise<Buffer> {
    return Buffer.concat((await this.run({ root: query(statement) }, options)).rows);
  }

  /**
   * Runs a statement, and writes its answer as Parquet files into a directory of the cluster. Throws as
   * `execute` does.
   */
  async save(statement: string, dir: string, options: ExecuteOptions = {}): Promise<void> {
    const { result } = await this.run(sqlCommand(statement), options);
    const input = result ?? encode(relation, query(statement));
    const mode = saveModes.errorIfExists;
    await this.run({ command: { writeOperation: { input, source: "parquet", path: dir, mode } } }, options);
  }

  /** Ends all operations of the session, and the session: the server takes no more statements in it. */
  async release(): Promise<void> {
    await this.interrupt();
    await this.call("ReleaseSession", { clientType }, { timeoutMs: partingMs });
  }

  close(): void {
    this.channel.close();
  }

  private async run(plan: Plan, { onProgress, signal }: ExecuteOptions): Promise<Operation> {
    const operation = new Operation(onProgress);
    try {
      await this.follow(operation, plan, signal);
    } catch (error) {
      if (signal?.aborted) await this.interrupt(operation.id);
      signal?.throwIfAborted();
      throw error;
    }
    const request = { operationId: operation.id, releaseAll: {} };
    await this.call("ReleaseExecute", request, { timeoutMs: shortMs }).catch(() => {});
    return operation;
  }

  private async follow(operation: Operation, plan: Plan, signal?: AbortSignal): Promise<void> {
    let tries = 0;
    while (!operation.isComplete) {
      const seen = operation.messages;
      try {
        await this.attach(operation, operation.isKnown ? undefined : plan, signal);
        operation.isKnown = true;
      } catch (error) {
        signal?.throwIfAborted();
        operation.afterBreak(error);
      }
      if (operation.messages > seen) tries = 0;
      else await this.pause(tries++, operation.failure, signal);
    }
  }

  private async pause(tries: number, failure: unknown, signal?: AbortSignal): Promise<void> {
    const ms = this.reattachPausesMs[tries];
    if (ms === undefined) throw lost(failure);
    await sleep(ms, undefined, { ...(signal && { signal }) });
  }

  /** With a plan, starts the operation; without one, goes on where its answers broke off. */
  private attach(operation: Operation, plan: Plan | undefined, signal?: AbortSignal): Promise<void> {
    const operationId = operation.id;
    const clientObservedServerSideSessionId = this.serverSession;
    const onMessage = (answer: Buffer) => operation.read(decode(operationAnswer, answer));
    if (plan) {
      const requestOptions = [{ reattachOptions: { reattachable: true } }];
      const request = { plan, clientType, requestOptions, operationId, clientObservedServerSideSessionId };
      return this.call("ExecutePlan", request, { onMessage, signal });
    }
    const lastResponseId = operation.lastResponse;
    const request = { operationId, clientType, lastResponseId, clientObservedServerSideSessionId };
    return this.call("ReattachExecute", request, { onMessage, signal });
  }

  /** Ends an operation, or all of the session. */
  private interrupt(operationId?: string): Promise<void> {
    const interruptType = operationId ? interruptTypes.operationId : interruptTypes.all;
    const request = { clientType, interruptType, operationId };
    return this.call("Interrupt", request, { timeoutMs: partingMs }).catch(() => {});
  }

  private call<M extends Method>(method: M, request: Request<M>, options: Partial<GrpcCall>): Promise<void> {
    const { userId } = this.address;
    const head = { sessionId: this.session, userContext: { userId, userName: userId } };
    return this.channel.call({
      path: `/spark.connect.SparkConnectService/${method}`,
      request: Buffer.concat([encode(requestHead, head), encode(requests[method], request)]),
      onMessage: () => {},
      ...options,
    });
  }
}

const query = (statement: string) => ({ sql: { query: statement } });

const sqlCommand = (statement: string): Plan => ({ command: { sqlCommand: { input: query(statement) } } });

/** State of an operation as the client knows it. */
class Operation {
  readonly id = randomUUID();
  readonly rows: Buffer[] = [];
  /** The relation that a command answers with, encoded. */
  result: Buffer | undefined;
  messages = 0;
  lastResponse: string | undefined;
  isComplete = false;
  /** Whether the server may have heard of it. */
  isKnown = false;
  /** Failure of the last try. */
  failure: unknown;
  private share = 0;

  constructor(private readonly onProgress: ExecuteOptions["onProgress"]) {}

  read(answer: OperationAnswer): void {
    this.messages++;
    this.lastResponse = answer.responseId ?? this.lastResponse;
    if (answer.resultComplete) this.isComplete = true;
    if (answer.arrowBatch?.data) this.rows.push(answer.arrowBatch.data);
    this.result = answer.sqlCommandResult?.relation ?? this.result;
    const { stages = [] } = answer.executionProgress ?? {};
    const sum = (name: "numTasks" | "numCompletedTasks") =>
      stages.reduce((total, stage) => total + (stage[name] ?? 0), 0);
    this.report(sum("numCompletedTasks"), sum("numTasks"));
  }

  /** Throws unless the client can go on. */
  afterBreak(error: unknown): void {
    this.failure = error;
    if (isGone(error)) {
      if (this.messages > 0 || isClosed(error)) throw lost(error);
      // The server never heard of it: its first request was cut off.
      this.isKnown = false;
    } else if (!isBroken(error) || (isUnreached(error) && !this.isKnown)) throw error;
    else this.isKnown = true;
  }

  private report(completed: number, tasks: number): void {
    if (tasks === 0 || completed / tasks <= this.share) return;
    this.share = completed / tasks;
    this.onProgress?.(this.share);
  }
}

const isBroken = (error: unknown): error is GrpcError =>
  error instanceof GrpcError && error.code === grpcCodes.unavailable;

/** No connection was made. */
const isUnreached = (error: GrpcError): boolean => error.message.startsWith("no connection");

const isGone = (error: unknown): boolean =>
  error instanceof GrpcError &&
  /INVALID_HANDLE\.(OPERATION_NOT_FOUND|OPERATION_ABANDONED|SESSION_NOT_FOUND|SESSION_CHANGED|SESSION_CLOSED)|INVALID_CURSOR/.test(
    error.message,
  );

/** The session was ended, and takes no more operations. */
const isClosed = (error: unknown): boolean =>
  error instanceof GrpcError && error.message.includes("INVALID_HANDLE.SESSION_CLOSED");

const lost = (cause: unknown): OperationLost =>
  new OperationLost("the cluster has lost the query, or does not answer any more", { cause });
