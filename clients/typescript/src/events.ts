// Events that a program sends: they wait in a queue and are sent in batches, again until they are answered.

import { BellwetherError, Refused } from "./errors.js";
import { canPass, type Http, pause, pauseMsAfter } from "./http.js";

/** An event: who did it, when, how much, and any properties. */
export interface TrackedEvent {
  /** Absent: one by chance, so that the event counts once however often it is sent. */
  event_id?: string;
  /** Absent: now. */
  datetime?: string | number | Date;
  value?: number;
  [property: string]: unknown;
}

export type OnEventError = (error: Error, events: TrackedEvent[]) => void;

interface Queued {
  stream: string;
  event: TrackedEvent;
}

const batchSize = 100;
const batchMs = 1_000;

interface Answer {
  refusals: { line: number; field: string; note: string }[];
}

export class Events {
  readonly #queue: Queued[] = [];
  #sending: Promise<void> | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly http: Http,
    private readonly most: number,
    private readonly onError: OnEventError,
  ) {}

  put(stream: string, { event_id = randomId(), datetime = new Date(), ...event }: TrackedEvent): void {
    if (this.#queue.length >= this.most)
      throw new BellwetherError(
        `${this.most} events wait to be sent, and no more are kept. Wait for flush(), or raise queuedEvents.`,
      );
    this.#queue.push({ stream, event: { event_id, datetime, ...event } });
    if (this.#queue.length >= batchSize) this.#begin();
    else this.#timer ??= unheld(setTimeout(() => this.#begin(), batchMs));
  }

  /** Resolves once everything that was tracked is on the service's disk, or was refused. */
  async flush(): Promise<void> {
    while (this.#queue.length > 0 || this.#sending) {
      this.#begin();
      await this.#sending;
    }
  }

  #begin(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#sending ??= this.#sendAll().finally(() => {
      this.#sending = undefined;
    });
  }

  async #sendAll(): Promise<void> {
    while (this.#queue.length > 0) {
      const { stream } = this.#queue[0]!;
      const batch = this.#queue.filter((each) => each.stream === stream).slice(0, batchSize);
      await this.#send(
        stream,
        batch.map(({ event }) => event),
      );
      const sent = new Set(batch);
      this.#queue.splice(0, this.#queue.length, ...this.#queue.filter((each) => !sent.has(each)));
    }
  }

  async #send(stream: string, events: TrackedEvent[]): Promise<void> {
    const path = `/streams/${encodeURIComponent(stream)}/events`;
    for (let attempt = 0; ; attempt++)
      try {
        const { refusals } = await this.http.json<Answer>("POST", path, { body: events, isOnce: true });
        for (const { line, field, note } of refusals)
          this.onError(new BellwetherError(`An event was refused. ${field}: ${note}`), [events[line - 1]!]);
        return;
      } catch (error) {
        if (error instanceof Refused && !canPass(error)) return this.onError(error, events);
        await pause(pauseMsAfter(error, Math.min(attempt, 6)));
      }
  }
}

/** A program need not wait for the timer. */
const unheld = (timer: ReturnType<typeof setTimeout>): ReturnType<typeof setTimeout> => {
  (timer as { unref?: () => void }).unref?.();
  return timer;
};

const randomId = (): string =>
  crypto
    .getRandomValues(new Uint8Array(16))
    .reduce((id, byte) => id + byte.toString(16).padStart(2, "0"), "");
