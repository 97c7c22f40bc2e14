// Health checks for monitoring: the process is alive, and it can serve requests or has troubles.

import { type Static, Type } from "@sinclair/typebox";
import type { FastifyInstance } from "fastify";
import { described, instant, oneOf, optional } from "../../domain/resource/schema.js";
import { catalogue } from "../../errors/catalogue.js";
import type { Trouble, Troubles } from "../../errors/troubles.js";
import { worldRefusal, worldTrouble } from "../../errors/world.js";
import { diskSpace } from "../../integrity/disk-space.js";
import type { OpenFilesWatch } from "../open-files.js";
import type { AppOptions } from "../options.js";

const trouble = Type.Object(
  {
    code: Type.String({
      description: "Code of the error, for programs; /docs/errors/{code} has a page about it.",
      examples: ["disk-full"],
    }),
    note: Type.String({
      description: "What is wrong and what to do, to display.",
      examples: [catalogue["disk-full"].message],
    }),
    since: described("When it began.", instant),
  },
  { title: "Trouble" },
);

const state = Type.Object(
  {
    status: oneOf(
      ["ok", "degraded", "unavailable"],
      "degraded: requests are served, but something waits. unavailable: the metadata store cannot be read or written, or this process is being stopped.",
    ),
    troubles: optional(
      Type.Array(trouble, {
        description: "What is wrong at present, the oldest first. Absent from /health.",
      }),
    ),
  },
  { title: "ServiceState" },
);
type ServiceState = Static<typeof state>;

const tags = ["service"];
const config = { isPublic: true, isProbe: true };

export type ProbeOptions = Pick<AppOptions, "db" | "dataDir" | "troubles" | "otherTroubles" | "clock">;

export const healthRoutes = (
  app: FastifyInstance,
  { db, dataDir, troubles, otherTroubles, clock }: ProbeOptions,
  openFiles: OpenFilesWatch,
): void => {
  const disk = new DiskWatch(dataDir, troubles);
  app.get(
    "/health",
    {
      config,
      schema: {
        summary: "Check whether the process is alive",
        description: "Always succeeds while the process runs.",
        tags,
        response: { 200: state },
      },
    },
    async () => ({ status: "ok" }),
  );

  app.get(
    "/ready",
    {
      config,
      schema: {
        summary: "Check whether requests can be served",
        description:
          "Queries the metadata store and looks at the disk; 503 if it does not answer or cannot be written, or while the process is being stopped. Otherwise 200, also while something waits: for " +
          "space on the disk, for a mail server. `troubles` says what.",
        tags,
        response: { 200: state, 503: state },
      },
    },
    async (_request, reply) => {
      openFiles.look();
      const unanswered = await silence(db, await disk.isFull());
      const present = withOthers(troubles.list(), otherTroubles?.() ?? []);
      if (unanswered && !present.some(({ code }) => code === unanswered.code))
        present.push({ code: unanswered.code, message: unanswered.message, since: clock() });
      const isStopping = present.some(({ code }) => code === "service-stopping");
      const answer = stateOf(present, unanswered !== undefined || isStopping);
      return reply.code(answer.status === "unavailable" ? 503 : 200).send(answer);
    },
  );
};

/** One of each code: the oldest. Another node may stop without this one. */
const withOthers = (own: Trouble[], others: readonly Trouble[]): Trouble[] => {
  const all = [...own, ...others.filter(({ code }) => code !== "service-stopping")];
  const oldestFirst = all.toSorted((a, b) => a.since - b.since);
  return oldestFirst.filter(({ code }, i) => oldestFirst.findIndex((each) => each.code === code) === i);
};

/** Why the store does not answer; undefined if it does. */
const silence = (db: AppOptions["db"], isDiskFull: boolean) =>
  db.probe(isDiskFull).then(
    () => undefined,
    (error: unknown) => worldTrouble(error) ?? worldRefusal("store-unavailable", error),
  );

const stateOf = (troubles: readonly Trouble[], isSilent: boolean): ServiceState => ({
  status: isSilent ? "unavailable" : troubles.length > 0 ? "degraded" : "ok",
  troubles: troubles.map(({ code, message, since }) => ({
    code,
    note: message,
    since: new Date(since).toISOString(),
  })),
});

/** With less room, neither an upload nor a build ends well. */
const leastFreeBytes = 1 << 20;
const source = "data directory";

/** Watch on the disk of the data directory, which is looked at whenever somebody asks. */
class DiskWatch {
  constructor(
    private readonly dataDir: string,
    private readonly troubles: Troubles,
  ) {}

  async isFull(): Promise<boolean> {
    const space = await diskSpace(this.dataDir).catch(() => undefined);
    const isFull = space !== undefined && space.freeBytes < leastFreeBytes;
    if (isFull) this.troubles.report("disk-full", fullNote, undefined, source);
    else this.troubles.clear("disk-full", source);
    return isFull;
  }
}

const fullNote =
  "The disk of the data directory is full. Results can be read, and nothing can be saved or built. Free some space; everything else follows by itself.";
