// Segment's protocol, so that the clients of the registries work unchanged: they need the address of this service
// and a key. Pages of any site may send, by CORS; the key is in them, so it should be one that only sends events.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import { refuse } from "../../errors/refusal.js";
import { smallBody } from "../events/body-events.js";
import { type EventReceiver, emptyAnswer, madeId, type ReadLine } from "../events/event-receiver.js";
import { type CallType, callTypes, eventsOfCall } from "../events/segment-calls.js";
import { parseJson } from "../json-bodies.js";
import type { AppOptions } from "../options.js";

type Paths = Record<CallType | "batch", string[]>;

/** Programs in browsers use the letters, and Java's client the slash. */
const paths: Paths = {
  ...(Object.fromEntries(callTypes.map((type) => [type, [`/${type}`, `/${type[0]}`]])) as Record<
    CallType,
    string[]
  >),
  batch: ["/batch", "/b", "/import", "/import/"],
};

const cors = {
  "access-control-allow-origin": "*",
  "access-control-allow-methods": "POST, GET, OPTIONS",
  "access-control-allow-headers": "authorization, content-type, content-encoding, x-retry-count, anonymousid",
  "access-control-max-age": "86400",
};

export const segmentRoutes = (app: FastifyInstance, options: AppOptions, receiver: EventReceiver): void => {
  const config = {
    keyScopes: ["upload", "events"],
    areEvents: true,
    hasKeyInBody: true,
    takesGzip: true,
    isPage: true,
  } as const;
  // Also refusals, or a browser would not say why.
  app.addHook("onRequest", async (_request, reply) => void reply.headers(cors));

  for (const [type, urls] of Object.entries(paths))
    for (const url of urls) {
      app.post(url, { config }, async (request, reply) => {
        const body = await bodyOf(request);
        // Java's client has its key there and nowhere else.
        if (!request.account) await request.takeKey(body.writeKey);
        const calls = type === "batch" ? batchOf(body) : [body];
        return answer(request, reply, calls, type === "batch" ? null : (type as CallType), body.sentAt);
      });
      app.options(url, { config: { isPublic: true, isPage: true } }, async (_request, reply) =>
        reply.code(204).send(),
      );
    }

  const answer = async (
    request: FastifyRequest,
    reply: FastifyReply,
    calls: readonly unknown[],
    type: CallType | null,
    sentAt: unknown,
  ): Promise<FastifyReply> => {
    const times = { now: options.clock(), sentAt };
    const lines = calls.map((call, i): ReadLine => {
      const isTooLarge = JSON.stringify(call)?.length > limits.eventBytes.is;
      const note = `The call has more than ${limits.eventBytes.is} bytes. Send fewer properties.`;
      const own = type ?? (isObject(call) ? call.type : undefined);
      const read = isTooLarge ? { field: "", note } : eventsOfCall(call, own, times, madeId);
      return { line: i + 1, read, sent: call };
    });
    const found = emptyAnswer();
    await receiver.take(request, lines, found);
    const isNothing = found.refused > 0 && found.taken + found.repeated === 0;
    return reply.code(isNothing ? 400 : 200).send({
      success: !isNothing,
      ...(found.refused > 0 && { refused: found.refused, refusals: found.refusals }),
    });
  };

  // Where a page looks for its settings: only itself, and no other destination.
  app.get<{ Params: { key: string } }>(
    "/projects/:key/settings",
    { config: { isPublic: true, isPage: true } },
    async (request, reply) => {
      const own = options.publicUrl ?? `${request.protocol}://${request.host}`;
      const [protocol, host] = own.split("://");
      const sender = {
        apiKey: request.params.key,
        apiHost: `${host}/v1`,
        protocol,
        unbundledIntegrations: [],
      };
      return reply.header("cache-control", "max-age=300").send({
        integrations: { "Segment.io": sender },
        plan: { track: { __default: { enabled: true, integrations: {} } } },
        edgeFunction: {},
        analyticsNextEnabled: true,
        middlewareSettings: {},
        enabledMiddleware: {},
        metrics: { sampleRate: 0 },
        legacyVideoPluginsEnabled: false,
        remotePlugins: [],
      });
    },
  );
};

/** Refuses `body-missing`, `payload-too-large`, `body-not-json` and `body-unusable`. */
const bodyOf = async (request: FastifyRequest): Promise<JsonObject> => {
  if (request.body === undefined) throw refuse("body-missing");
  const whole = await smallBody(request, limits.callBatchBytes.is);
  if (whole.length === 0) throw refuse("body-missing");
  const body = parseJson(whole);
  if (!isObject(body)) throw refuse("body-unusable", { detail: "it is no object" });
  return body;
};

const batchOf = ({ batch }: JsonObject): unknown[] => {
  if (!Array.isArray(batch)) throw refuse("body-unusable", { detail: "it has no list called batch" });
  return batch;
};
