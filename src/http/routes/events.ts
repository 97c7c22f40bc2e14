// Events that programs send to a stream, the moment they happen.

import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isFault, readSentEvent } from "../../domain/data/sent-event.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { Refusal, refuse } from "../../errors/refusal.js";
import { type BodyEvent, eventsInBody, isGzip } from "../events/body-events.js";
import {
  EventReceiver,
  type EventsTaken,
  emptyAnswer,
  madeId,
  type ReadLine,
  senderOf,
} from "../events/event-receiver.js";
import type { EventOfStream } from "../events/events.js";
import type { AppOptions } from "../options.js";
import { renderTested } from "../resources/recent-events.js";
import { eventsAnswer, sendQuery } from "../schemas/events.js";
import { streamParams } from "../schemas/stream.js";
import { recentEventRoutes } from "./recent-events.js";
import { segmentRoutes } from "./segment.js";

/** Needs a Fastify scope of its own: bodies are read as they arrive, whatever their media type. */
export const eventRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const receiver = new EventReceiver(options, app.log);
  app.addHook("onReady", () => receiver.start());
  app.addHook("onClose", () => receiver.stop());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, body, done) => done(null, body));
  app.register(async (scope) => segmentRoutes(scope, options, receiver));
  recentEventRoutes(app, options, receiver);
  // What was refused as a whole has no line that says why.
  app.addHook("onError", async (request, _reply, error) => {
    const { areEvents } = request.routeOptions.config;
    const { stream } = (request.params ?? {}) as { stream?: string };
    if (areEvents && request.account && error instanceof Refusal && error.code !== "events-refused")
      receiver.recent.refused(senderOf(request), [{ stream, field: "", note: error.message }]);
  });

  app.post<{ Params: { stream: string }; Querystring: { dry_run?: boolean } }>(
    "/streams/:stream/events",
    {
      config: { keyScopes: ["upload", "events"], areEvents: true, takesGzip: true },
      schema: {
        operationId: "sendEvents",
        summary: "Send events",
        description:
          "Takes one event, an array, or JSON Lines of any length, also compressed with gzip. An event is an object: who did it (customer_id, email or any other identity field), " +
          "datetime (absent: now), value, event_id, and properties beside these or in properties. The answer comes once all that is taken is on the disk. Events with the same event_id count once. " +
          "Lines that cannot be taken are named, and the others count. The first event makes the stream and a dataset, whose mapping you may change. " +
          "With dry_run nothing counts, and the answer has the events as they were read.",
        tags: ["streams"],
        params: streamParams,
        querystring: sendQuery,
        refuses: [
          "name-invalid",
          "body-missing",
          "body-not-json",
          "body-unusable",
          "payload-too-large",
          "upload-incomplete",
          "events-refused",
          "events-waiting",
          "resources-too-many",
          "storage-full",
          "uploads-too-many",
        ],
        consumes: ["application/json", "application/x-ndjson"],
        response: { 200: eventsAnswer },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      if (body === undefined) throw refuse("body-missing");
      const stream = await receiver.streams.nameOf(account.id, params.stream);
      const asker = request as FastifyRequest;
      const answer = emptyAnswer();
      const isTest = request.query.dry_run === true;
      const read: EventOfStream[] = [];
      const limitBytes = options.limits.uploadBytes;
      for await (const sent of eventsInBody(body as Readable, { isGzip: isGzip(asker), limitBytes })) {
        const lines = sent.map((each) => readIn(each, stream, options.clock()));
        if (!isTest) await receiver.take(asker, lines, answer);
        else {
          const events = await receiver.test(asker, lines, answer);
          read.push(...events.slice(0, limits.testedEvents.is - read.length));
        }
      }
      answer.refusals.sort((a, b) => a.line - b.line);
      const [first] = answer.refusals;
      if (first && answer.taken + answer.repeated === 0) throw allRefused(answer, first);
      return isTest ? { ...answer, dry_run: true, events: read.map(renderTested) } : answer;
    },
  );
};

const readIn = (each: BodyEvent, stream: string, now: EpochMs): ReadLine => {
  const { line } = each;
  if ("note" in each) return { line, stream, read: { field: "", note: each.note } };
  const event = readSentEvent(each.sent, now, madeId);
  return { line, stream, sent: each.sent, read: isFault(event) ? event : [{ stream, event }] };
};

const allRefused = ({ refusals }: EventsTaken, first: EventsTaken["refusals"][number]) =>
  refuse(
    "events-refused",
    {
      line: first.line,
      detail: first.field === "" ? first.note : `${first.field}: ${first.note}`,
    },
    refusals.slice(0, limits.errorsListed.is).map(({ line, field, note }) => ({
      path: field === "" ? `${line}` : `${line}.${field}`,
      message: note,
      context: { errorType: "event_refused" },
    })),
  );
