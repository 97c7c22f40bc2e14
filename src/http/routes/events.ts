// Events that programs send to a stream, the moment they happen.

import { createHash, randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { isFault, readSentEvent, type SentEvent } from "../../domain/data/sent-event.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { type BodyEvent, eventsInBody } from "../events/body-events.js";
import { EventStreams } from "../events/event-streams.js";
import { Events } from "../events/events.js";
import type { AppOptions } from "../options.js";
import { eventsAnswer } from "../schemas/events.js";
import { streamParams } from "../schemas/stream.js";

interface Answer {
  taken: number;
  repeated: number;
  refused: number;
  refusals: { line: number; field: string; note: string }[];
}

/** Needs a Fastify scope of its own: bodies are read as they arrive, whatever their media type. */
export const eventRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const events = new Events(options, app.log);
  const streams = new EventStreams(options);
  app.addHook("onReady", () => events.start());
  app.addHook("onClose", () => events.stop());
  app.removeAllContentTypeParsers();
  app.addContentTypeParser("*", (_request, body, done) => done(null, body));

  /** Takes those events that can be. */
  const take = async (request: FastifyRequest, name: string, sent: readonly BodyEvent[], answer: Answer) => {
    const now = options.clock();
    const read: { line: number; event: SentEvent }[] = [];
    const say = (line: number, field: string, note: string): void => {
      answer.refused++;
      if (answer.refusals.length < limits.eventRefusals.is) answer.refusals.push({ line, field, note });
    };
    for (const each of sent) {
      if ("note" in each) {
        say(each.line, "", each.note);
        continue;
      }
      const event = readSentEvent(each.sent, now, madeId);
      if (isFault(event)) say(each.line, event.field, event.note);
      else read.push({ line: each.line, event });
    }
    if (read.length === 0) return;
    const stream = await streams.of(
      request,
      name,
      read.map(({ event }) => event),
    );
    const able = read.filter(({ line, event }) => {
      const fault = streams.fault(stream, event);
      if (fault) say(line, fault.field, fault.note);
      return fault === null;
    });
    const areNew = await events.take(
      request.account.id,
      able.map(({ event }) => ({ stream: name, event })),
    );
    const taken = areNew.filter((isNew) => isNew).length;
    answer.taken += taken;
    answer.repeated += areNew.length - taken;
  };

  app.post<{ Params: { stream: string } }>(
    "/streams/:stream/events",
    {
      config: { keyScopes: ["upload"], areEvents: true, takesGzip: true },
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
      const { account, params, body, headers } = request;
      if (body === undefined) throw refuse("body-missing");
      const name = await streams.nameOf(account.id, params.stream);
      const isGzip = headers["content-encoding"] !== undefined && headers["content-encoding"] !== "identity";
      const answer: Answer = { taken: 0, repeated: 0, refused: 0, refusals: [] };
      const limitBytes = options.limits.uploadBytes;
      for await (const sent of eventsInBody(body as Readable, { isGzip, limitBytes }))
        await take(request as FastifyRequest, name, sent, answer);
      answer.refusals.sort((a, b) => a.line - b.line);
      const [first] = answer.refusals;
      if (first && answer.taken + answer.repeated === 0) throw allRefused(answer, first);
      return answer;
    },
  );
};

const allRefused = ({ refused, refusals }: Answer, first: Answer["refusals"][number]) =>
  refuse(
    "events-refused",
    {
      count: refused,
      line: first.line,
      detail: first.field === "" ? first.note : `${first.field}: ${first.note}`,
    },
    refusals.slice(0, limits.errorsListed.is).map(({ line, field, note }) => ({
      path: field === "" ? `${line}` : `${line}.${field}`,
      message: note,
      context: { errorType: "event_refused" },
    })),
  );

/** Equal events without an id are one, as equal rows of files are. */
const madeId = (values: string | null): string =>
  values === null ? randomUUID() : createHash("sha256").update(values).digest("hex").slice(0, 32);
