// Types of the part of autocannon that the benchmarks use; it has none of its own.

declare module "autocannon" {
  import type { EventEmitter } from "node:events";

  interface Options {
    url: string;
    method?: string;
    headers?: Record<string, string>;
    body?: string;
    connections?: number;
    /** In seconds. */
    duration?: number;
    /** Number of requests, in place of a duration. */
    amount?: number;
  }

  interface Result {
    requests: { average: number };
    non2xx: number;
    errors: number;
  }

  /** Emits `response` with (client, status, bytes, milliseconds) for each answer. */
  interface Run extends EventEmitter, PromiseLike<Result> {}

  export default function autocannon(options: Options): Run;
}
