// Events that programs send to a stream, the moment they happen.

import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { type EventFault, isFault, readSentEvent } from "../../domain/data/sent-event.js";
import { limits } from "../../domain/resource/limits.js";
import type { EpochMs } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { type BodyEvent, eventsInBody, isGzip } from "../events/body-events.js";
import { EventReceiver, type EventsTaken, emptyAnswer, madeId } from "../events/event-receiver.js";
import type { EventOfStream } from "../events/events.js";
import type { AppOptions } from "../options.js";
import { eventsAnswer } from "../schemas/events.js";
import { streamParams } from "../schemas/stream.js";
import { segmentRoutes } from "./segment.js";

/** Needs a Fastify scope of its own: bodies are read as they arrive, whatever their media type. */
export const eventRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const receiver = new EventReceiver(options, app.log);
  app.addHook("onReady", () => receiver.start());
  app.addHook("onClose", () => receiver.stop());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, body, done) => done(null, body));
  app.register(async (scope) => segmentRoutes(scope, options, receiver));

  app.post<{ Params: { stream: string } }>(
    "/streams/:stream/events",
    {
      config: { keyScopes: ["upload", "events"], areEvents: true, takesGzip: true },
      schema: {
        operationId: "sendEvents",
        summary: "Send events",
        description:
          "Takes one event, an array, or JSON Lines of any length, also compressed with gzip. An event is an object: who did it (customer_id, email or any other identity field), " +
          "datetime (absent: now), value, event_id, and properties beside these or in properties. The answer comes once all that is taken is on the disk. Events with the same event_id count once. " +
          "Lines that cannot be taken are named, and the others count. The first event makes the stream and a dataset, whose mapping you may change.",
        tags: ["streams"],
        params: streamParams,
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
      const limitBytes = options.limits.uploadBytes;
      for await (const sent of eventsInBody(body as Readable, { isGzip: isGzip(asker), limitBytes }))
        await receiver.take(
          asker,
          sent.map((each) => ({ line: each.line, read: readIn(each, stream, options.clock()) })),
          answer,
        );
      answer.refusals.sort((a, b) => a.line - b.line);
      const [first] = answer.refusals;
      if (first && answer.taken + answer.repeated === 0) throw allRefused(answer, first);
      return answer;
    },
  );
};

const readIn = (each: BodyEvent, stream: string, now: EpochMs): EventOfStream[] | EventFault => {
  if ("note" in each) return { field: "", note: each.note };
  const event = readSentEvent(each.sent, now, madeId);
  return isFault(event) ? event : [{ stream, event }];
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
