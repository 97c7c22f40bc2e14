// SCIM 2.0 for the identity provider of an account (RFC 7644), with a key of the scope `scim`: users and groups in the
// form that the standard gives them, errors too. It describes itself, and is no part of the OpenAPI document.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import {
  type Condition,
  groupBody,
  parseFilter,
  parseGroup,
  parseUser,
  patched,
  ScimError,
  schemas,
  userBody,
} from "../../domain/account/scim.js";
import { isObject, type JsonObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import {
  createScimGroup,
  createScimUser,
  type FollowedRole,
  listScimGroups,
  listScimUsers,
  type Provisioner,
  removeScimGroup,
  removeScimUser,
  replaceScimGroup,
  replaceScimUser,
  requireScimGroup,
  requireScimUser,
  type ScimGroup,
  type ScimUser,
} from "../../store/scim.js";
import { audit } from "../audit.js";
import { parseJson } from "../json-bodies.js";
import type { AppOptions } from "../options.js";
import { refusalOf } from "../problem.js";
import { isoMs } from "../resources/record.js";
import { resourceTypes, schemaList, serviceConfiguration } from "../schemas/scim.js";

const base = "/scim/v2";
const mediaType = "application/scim+json; charset=utf-8";

type ById = { Params: { id: string } };
type ByQuery = { Querystring: Record<string, string | undefined> };

export const scimRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;
  const config = { isPage: true, keyScopes: ["scim"], permission: "administer" } as const;

  app.addContentTypeParser(
    "application/scim+json",
    { parseAs: "buffer" },
    async (_: unknown, bytes: Buffer) => (bytes.length === 0 ? undefined : parseJson(bytes)),
  );

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof ScimError)
      return sendError(reply, { status: error.status, scimType: error.scimType, detail: error.message });
    const refusal = refusalOf(error, request, options.limits.bodyBytes);
    if (refusal.entry.fault === "ours") request.log.error({ err: refusal.cause }, refusal.message);
    const { status } = refusal.entry;
    if (status === 401) reply.header("www-authenticate", "Bearer");
    const scimType = refusal.code === "owner-stays" ? "mutability" : undefined;
    return sendError(reply, { status, scimType, detail: refusal.message });
  });

  const provisioner = ({ account, role }: Pick<FastifyRequest, "account" | "role">): Provisioner => ({
    accountId: account.id,
    by: role,
  });

  const location = (path: string, id: string): string => `${options.publicUrl ?? ""}${base}/${path}/${id}`;

  const shownUser = (user: ScimUser): JsonObject => ({
    schemas: [schemas.user],
    id: user.id,
    ...userBody(user),
    meta: metaOf("User", location("Users", user.id), user),
  });

  const shownGroup = (group: ScimGroup): JsonObject => ({
    schemas: [schemas.group],
    id: group.id,
    ...groupBody(group),
    meta: metaOf("Group", location("Groups", group.id), group),
  });

  const noteUser = (
    trx: Kysely<Database>,
    request: Pick<FastifyRequest, "actor" | "account">,
    action: "create" | "update" | "delete",
    { id, userId, userName, isActive }: ScimUser,
  ) => {
    const subject = { type: "members", id: userId ?? id, name: userName };
    const changes = action === "delete" ? [] : [isActive ? "active" : "not active"];
    return audit(trx, request, { action, subject, changes }, clock());
  };

  const noteRoles = async (
    trx: Kysely<Database>,
    request: Pick<FastifyRequest, "actor" | "account">,
    followed: readonly FollowedRole[],
  ): Promise<void> => {
    for (const { userId, emailKey, role } of followed) {
      const subject = { type: "members", id: userId, name: emailKey };
      await audit(trx, request, { action: "update", subject, changes: [`role ${role}`] }, clock());
    }
  };

  app.get(`${base}/ServiceProviderConfig`, { config }, (_, reply) => send(reply, serviceConfiguration));
  app.get(`${base}/ResourceTypes`, { config }, (_, reply) => send(reply, listOf(resourceTypes, {})));
  app.get(`${base}/Schemas`, { config }, (_, reply) => send(reply, listOf(schemaList, {})));
  app.get<ById>(`${base}/Schemas/:id`, { config }, ({ params }, reply) => {
    const found = schemaList.find(({ id }) => id === params.id);
    if (!found) throw new ScimError(404, undefined, `There is no schema ${params.id}.`);
    return send(reply, found);
  });

  app.get<ByQuery>(`${base}/Users`, { config }, async ({ account, query }, reply) => {
    const all = (await listScimUsers(db.kysely, account.id)).map(shownUser);
    return send(reply, listOf(filtered(all, query.filter), query));
  });

  app.get<ById>(`${base}/Users/:id`, { config }, async ({ account, params }, reply) =>
    send(reply, shownUser(await requireScimUser(db.kysely, account.id, params.id))),
  );

  app.post<{ Body: unknown }>(`${base}/Users`, { config }, async (request, reply) => {
    const draft = parseUser(request.body);
    const user = await db.transaction(async (trx) => {
      const made = await createScimUser(trx, provisioner(request as FastifyRequest), draft, clock());
      await noteUser(trx, request as FastifyRequest, "create", made);
      return made;
    });
    reply.header("location", location("Users", user.id));
    return send(reply.code(201), shownUser(user));
  });

  const changeUser = async (
    request: FastifyRequest<ById>,
    draftOf: Parameters<typeof replaceScimUser>[3],
  ): Promise<ScimUser> =>
    db.transaction(async (trx) => {
      const whoever = provisioner(request as FastifyRequest);
      const { after } = await replaceScimUser(trx, whoever, request.params.id, draftOf, clock());
      await noteUser(trx, request as FastifyRequest, "update", after);
      return after;
    });

  app.put<ById & { Body: unknown }>(`${base}/Users/:id`, { config }, async (request, reply) => {
    const draft = parseUser(request.body);
    return send(reply, shownUser(await changeUser(request as FastifyRequest<ById>, () => draft)));
  });

  app.patch<ById & { Body: unknown }>(`${base}/Users/:id`, { config }, async (request, reply) => {
    const { body } = request;
    const user = await changeUser(request as FastifyRequest<ById>, (before) =>
      parseUser(patched(userBody(before), body)),
    );
    return send(reply, shownUser(user));
  });

  app.delete<ById>(`${base}/Users/:id`, { config }, async (request, reply) => {
    await db.transaction(async (trx) => {
      const whoever = provisioner(request as FastifyRequest);
      const removed = await removeScimUser(trx, whoever, request.params.id);
      await noteUser(trx, request as FastifyRequest, "delete", removed);
    });
    return reply.code(204).send();
  });

  app.get<ByQuery>(`${base}/Groups`, { config }, async ({ account, query }, reply) => {
    const all = (await listScimGroups(db.kysely, account.id)).map(shownGroup);
    const found = filtered(all, query.filter).map((group) => withoutExcluded(group, query));
    return send(reply, listOf(found, query));
  });

  app.get<ById & ByQuery>(`${base}/Groups/:id`, { config }, async ({ account, params, query }, reply) => {
    const group = shownGroup(await requireScimGroup(db.kysely, account.id, params.id));
    return send(reply, withoutExcluded(group, query));
  });

  app.post<{ Body: unknown }>(`${base}/Groups`, { config }, async (request, reply) => {
    const draft = parseGroup(request.body);
    const group = await db.transaction(async (trx) => {
      const made = await createScimGroup(trx, provisioner(request as FastifyRequest), draft, clock());
      await noteRoles(trx, request as FastifyRequest, made.followed);
      return made.group;
    });
    reply.header("location", location("Groups", group.id));
    return send(reply.code(201), shownGroup(group));
  });

  const changeGroup = async (
    request: FastifyRequest<ById>,
    draftOf: Parameters<typeof replaceScimGroup>[3],
  ): Promise<ScimGroup> =>
    db.transaction(async (trx) => {
      const whoever = provisioner(request as FastifyRequest);
      const { group, followed } = await replaceScimGroup(trx, whoever, request.params.id, draftOf, clock());
      await noteRoles(trx, request as FastifyRequest, followed);
      return group;
    });

  app.put<ById & { Body: unknown }>(`${base}/Groups/:id`, { config }, async (request, reply) => {
    const draft = parseGroup(request.body);
    return send(reply, shownGroup(await changeGroup(request as FastifyRequest<ById>, () => draft)));
  });

  app.patch<ById & { Body: unknown }>(`${base}/Groups/:id`, { config }, async (request, reply) => {
    const { body } = request;
    const group = await changeGroup(request as FastifyRequest<ById>, (before) =>
      parseGroup(patched(groupBody(before), body)),
    );
    return send(reply, shownGroup(group));
  });

  app.delete<ById>(`${base}/Groups/:id`, { config }, async (request, reply) => {
    await db.transaction(async (trx) => {
      const whoever = provisioner(request as FastifyRequest);
      const { followed } = await removeScimGroup(trx, whoever, request.params.id);
      await noteRoles(trx, request as FastifyRequest, followed);
    });
    return reply.code(204).send();
  });
};

const send = (reply: FastifyReply, body: JsonObject): FastifyReply => reply.type(mediaType).send(body);

const sendError = (
  reply: FastifyReply,
  { status, scimType, detail }: { status: number; scimType: string | undefined; detail: string },
): FastifyReply =>
  send(reply.code(status), {
    schemas: [schemas.error],
    status: String(status),
    ...(scimType !== undefined && { scimType }),
    detail,
  });

const metaOf = (
  resourceType: string,
  location: string,
  { createdAt, updatedAt }: { createdAt: number; updatedAt: number },
): JsonObject => ({
  resourceType,
  created: isoMs(createdAt)!,
  lastModified: isoMs(updatedAt)!,
  location,
});

/** Throws ScimError. Texts are compared in any case, as the standard has it for names. */
const filtered = (all: readonly JsonObject[], filter: string | undefined): JsonObject[] => {
  const conditions = filter === undefined || filter === "" ? [] : parseFilter(filter);
  return all.filter((resource) => conditions.every((condition) => holds(resource, condition)));
};

const holds = (resource: JsonObject, { attribute, value, of }: Condition): boolean => {
  const [list, ...rest] = attribute.split(".");
  const among = of
    ? elementsOf(resource[list!]).filter((each) => isSame(each[of.name], of.value))
    : undefined;
  const found = among ? valuesAt({ among }, ["among", ...rest]) : valuesAt(resource, [list!, ...rest]);
  return found.some((each) => isSame(each, value));
};

const elementsOf = (list: unknown): JsonObject[] => (Array.isArray(list) ? list.filter(isObject) : []);

const isSame = (one: unknown, text: string): boolean => String(one).toLowerCase() === text.toLowerCase();

const valuesAt = (value: unknown, [name, ...rest]: readonly string[]): unknown[] => {
  if (Array.isArray(value)) return value.flatMap((each) => valuesAt(each, [name!, ...rest]));
  if (!isObject(value)) return [];
  const found = value[name!];
  if (rest.length > 0) return valuesAt(found, rest);
  return [found].flat().map((each) => (isObject(each) ? each.value : each));
};

const withoutExcluded = (
  group: JsonObject,
  { excludedAttributes = "" }: ByQuery["Querystring"],
): JsonObject => {
  const { members, ...others } = group;
  return /(^|,)\s*members\s*(,|$)/i.test(excludedAttributes) ? others : { ...others, members };
};

/** Pages are counted from 1. */
const listOf = (all: readonly JsonObject[], { startIndex, count }: ByQuery["Querystring"]): JsonObject => {
  const from = Math.max(1, wholeNumber(startIndex, 1));
  const most = Math.min(limits.scimPage.is, Math.max(0, wholeNumber(count, limits.scimPage.is)));
  const page = all.slice(from - 1, from - 1 + most);
  return {
    schemas: [schemas.list],
    totalResults: all.length,
    startIndex: from,
    itemsPerPage: page.length,
    Resources: page,
  };
};

const wholeNumber = (text: string | undefined, otherwise: number): number =>
  text !== undefined && /^-?\d{1,9}$/.test(text) ? Number(text) : otherwise;
