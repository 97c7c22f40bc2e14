// Persona sets and their personas. Builds create personas; an owner can change only their names.

import type { TSchema } from "@sinclair/typebox";
import type { FastifyInstance, FastifyRequest } from "fastify";
import {
  namedPersonas,
  type PersonaSetConfig,
  type PersonaSetResult,
} from "../../domain/personas/persona-set.js";
import { changedFields } from "../../domain/resource/changed-fields.js";
import { singular } from "../../domain/resource/resource.js";
import { refuse } from "../../errors/refusal.js";
import { type Resource, updateResource } from "../../store/resources.js";
import { audit } from "../audit.js";
import { change } from "../change.js";
import type { Kind } from "../kind.js";
import type { AppOptions } from "../options.js";
import {
  parsePersonaSet,
  renderPersonaDimensions,
  renderPersonaFlow,
  renderPersonaSet,
  renderPersonas,
  respellPersonaSet,
} from "../resources/persona-set.js";
import { idParams } from "../schemas/common.js";
import {
  persona,
  personaDimensions,
  personaFlow,
  personaParams,
  personaPatch,
  personaSetPatch,
  personaSetPost,
  personaSetRecord,
} from "../schemas/persona-set.js";
import { archivedRefusal } from "./archive.js";
import { requireResource, resourceRoutes, subjectOf } from "./resource.js";

const tags = ["persona_sets"];

const kind: Kind<"persona_sets"> = {
  type: "persona_sets",
  post: personaSetPost,
  patch: personaSetPatch,
  record: personaSetRecord,
  uniqueName: false,
  toRender: ({ config }) => ({ ids: [config.cohort_id], all: ["people"] }),
  toCheck: ({ cohort_id }) => ({ ids: [cohort_id] }),
  respell: respellPersonaSet,
  parse: parsePersonaSet,
  upstreamIds: ({ cohort_id }, referenced) => [referenced.require("cohorts", cohort_id, "cohort_id")],
  render: renderPersonaSet,
};

type Named = { Params: { id: string; persona_id: string }; Body: { name?: string | null } };

export const personaSetRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const db = options.db.kysely;
  resourceRoutes(app, kind, options);

  app.patch<Named>(
    "/persona_sets/:id/personas/:persona_id",
    {
      schema: {
        summary: "Name a persona",
        description:
          "The name persists across builds and appears in the files of targets. null restores the generated name.",
        tags,
        params: personaParams,
        body: personaPatch,
        refuses: ["name-taken", "resource-archived", "result-not-ready"],
        response: { 200: persona },
      },
    },
    async (request) => {
      const { account, params, body } = request;
      const renamed = await change(options, account.id, async (trx, now) => {
        const set = await requireResource(trx, account.id, "persona_sets", params.id);
        if (set.archivedAt !== null) throw archivedRefusal(set);
        const config = withName(set, params.persona_id, body.name);
        const upstreamIds = [set.config.cohort_id];
        const changes = changedFields(set.config, config);
        await audit(
          trx,
          request as FastifyRequest,
          { action: "update", subject: subjectOf(set), changes },
          now,
        );
        return updateResource(trx, set, { name: set.name, config, upstreamIds }, now);
      });
      const { config, result } = renamed;
      return renderPersonas(config, result!).find(({ id }) => id === params.persona_id);
    },
  );

  const serve = (
    path: string,
    summary: string,
    answer: TSchema,
    render: (found: PersonaSetResult) => object,
  ) =>
    app.get<{ Params: { id: string } }>(
      `/persona_sets/:id/analysis/${path}`,
      {
        config: { permission: "look" },
        schema: {
          summary,
          description: "From the last build.",
          tags,
          params: idParams,
          refuses: ["result-not-ready"],
          response: { 200: answer },
        },
      },
      async ({ account, params }) =>
        render(builtOf(await requireResource(db, account.id, "persona_sets", params.id))),
    );
  serve("dimensions", "Read the distributions of each persona", personaDimensions, renderPersonaDimensions);
  serve("flow", "Read the size of each persona over time", personaFlow, renderPersonaFlow);
};

/** Throws `result-not-ready`. */
const builtOf = ({ result, status }: Resource<"persona_sets">): PersonaSetResult => {
  if (!result) throw refuse("result-not-ready", { type: singular.persona_sets, status });
  return result;
};

/** Refuses `resource-unknown` and `name-taken`, and throws `result-not-ready`. */
const withName = (
  set: Resource<"persona_sets">,
  id: string,
  name: string | null | undefined,
): PersonaSetConfig => {
  const { config } = set;
  const named = namedPersonas(config, builtOf(set).personas);
  if (!named.some((each) => each.id === id)) throw refuse("resource-unknown", { type: "persona", id });
  if (name === undefined) return config;
  const { [id]: _before, ...others } = config.persona_names ?? {};
  if (name === null) return { ...config, persona_names: others };
  const isTaken = named.some((each) => each.id !== id && each.name.toLowerCase() === name.toLowerCase());
  if (isTaken) throw refuse("name-taken", { type: "persona", name });
  return { ...config, persona_names: { ...others, [id]: name } };
};
