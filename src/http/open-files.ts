// Watch on the limit of open files and connections of this process. A trouble begins when a request or a
// connection meets the limit, or when `GET /ready` finds too little room. From then on the watch looks every
// second, and ends the trouble when there is room again.

import type { FastifyInstance } from "fastify";
import { Refusal } from "../errors/refusal.js";
import type { Troubles } from "../errors/troubles.js";
import { canOpenFiles, operatorNotes, worldTrouble } from "../errors/world.js";

const code = "files-too-many";
const source = "requests";
const lookMs = 1_000;

/** Files that a request or a build opens at once, and some more: with less room, the trouble would come and go. */
const enoughRoom = 16;

export class OpenFilesWatch {
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly troubles: Pick<Troubles, "report" | "clear">) {}

  /** Begins a trouble if this error is one of the limit; does nothing for others. */
  meet(error: unknown): void {
    if (isOfTheLimit(error)) this.begin(error);
  }

  look(): void {
    if (!canOpenFiles(enoughRoom)) this.begin();
    else this.end();
  }

  end(): void {
    clearInterval(this.timer);
    this.timer = undefined;
    this.troubles.clear(code, source);
  }

  private begin(cause?: unknown): void {
    this.troubles.report(code, operatorNotes[code], cause, source);
    this.timer ??= setInterval(() => this.look(), lookMs).unref();
  }
}

const isOfTheLimit = (error: unknown): boolean =>
  (error instanceof Refusal ? error : worldTrouble(error))?.code === code;

/** Without a listener, a connection that cannot be accepted would end the process. */
export const surviveRefusedConnections = (app: FastifyInstance, watch: OpenFilesWatch): void => {
  let saidAtMs = Number.NEGATIVE_INFINITY;
  app.server.on("error", (error) => {
    watch.meet(error);
    if (isOfTheLimit(error) || performance.now() - saidAtMs < lookMs) return;
    saidAtMs = performance.now();
    app.log.warn({ err: error }, "a connection could not be accepted");
  });
  app.addHook("onClose", async () => watch.end());
};
