// Targets and their results. Files are served by key or by signed link, lookups by key alone. Both come from
// the last complete build, even while the next one runs.

import path from "node:path";
import { Type } from "@sinclair/typebox";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Kysely } from "kysely";
import type { Database } from "../../db/schema.js";
import { findRow, indexFile, rowsFile } from "../../delivery/lookup/file.js";
import { lookupKeys, type WrittenIdentity } from "../../delivery/lookup/keys.js";
import { mediaTypeOf } from "../../delivery/media-type.js";
import { previewFile, readPreview } from "../../delivery/preview.js";
import { targetReport } from "../../delivery/target-report/facts.js";
import type { AuditAction } from "../../domain/account/audit.js";
import { type Country, defaultCountry } from "../../domain/people/identity/phones.js";
import { countryOf } from "../../domain/people/people.js";
import type { JsonObject } from "../../domain/resource/json.js";
import type { TargetResult } from "../../domain/target/target.js";
import { refuse } from "../../errors/refusal.js";
import { findPeople } from "../../store/people.js";
import { type Resource, revokeLinks } from "../../store/resources.js";
import { auditLookUp, auditRead } from "../audit.js";
import { hostedFile } from "../file-format.js";
import type { Draft, Kind } from "../kind.js";
import { asksForStandingLink, type LinkRequest, requireByLink } from "../links.js";
import type { AppOptions } from "../options.js";
import { renderLookedUp } from "../resources/live-scores.js";
import { manifestHeaders, renderManifest } from "../resources/manifest.js";
import { parseTarget, renderTarget, renderTargetAnalysis, respellTarget } from "../resources/target.js";
import { namedIn, referencesOf } from "../resources/target-references.js";
import { idParams } from "../schemas/common.js";
import { manifest } from "../schemas/manifest.js";
import {
  downloadQuery,
  lookupRequest,
  lookupResponse,
  targetAnalysis,
  targetPatch,
  targetPost,
  targetPreview,
  targetRecord,
} from "../schemas/target.js";
import { sendFile } from "../send-file.js";
import { withTableAccess } from "../table-access.js";
import { linkErrors, linkRoutes } from "./links.js";
import { liveErrors } from "./live-scores.js";
import { requireResource, resourceRoutes, subjectOf } from "./resource.js";
import { targetChangesRoute } from "./target-changes.js";

type ById = { Params: { id: string } };
const tags = ["targets"];
const downloads = [
  { ending: "csv", operationId: "downloadTarget", summary: "Download the file" },
  { ending: "parquet", operationId: "downloadTargetParquet", summary: "Download the file as Parquet" },
];

export const targetKind: Kind<"targets"> = {
  type: "targets",
  post: targetPost,
  patch: targetPatch,
  record: targetRecord,
  refuses: [
    "condition-invalid",
    "preset-unavailable",
    "changes-impossible",
    "target-field-foreign",
    "filter-unavailable",
    "identities-of-a-person",
    "holdout-missing",
    "contacts-missing",
    "economics-missing",
    "recommender-not-in-payload",
    "limit-bounds-inverted",
    "outcome-not-in-payload",
    "persona-unknown",
    "reference-column-unknown",
    "target-column-unknown",
    "target-column-twice",
    "aggregation-impossible",
    "connection-type-differs",
    "cluster-missing",
    "table-name-invalid",
    "table-not-granted",
  ],
  uniqueName: false,
  toRender: () => ({ all: ["people"] }),
  toCheck: (config) => ({ ids: namedIn(config), all: ["datasets"] }),
  respell: respellTarget,
  parse: parseTarget,
  upstreamIds: referencesOf,
  checkChange: (before, after, trx) => revokeEndedStandingLink(before, after, trx),
  render: renderTarget,
};

export const targetRoutes = async (app: FastifyInstance, options: AppOptions): Promise<void> => {
  /** Only telephone numbers depend on a country, so other lookups need not read it. */
  const dialledIn = async ({ phone }: WrittenIdentity, accountId: string): Promise<Country> =>
    phone ? countryOf((await findPeople(options.db.kysely, accountId)).config) : defaultCountry;
  const requireTarget = ({ account, params }: FastifyRequest<ById>) =>
    requireResource(options.db.kysely, account.id, "targets", params.id);
  const auditUse = (request: FastifyRequest, action: AuditAction, target: Resource<"targets">) =>
    auditRead(request, { action, subject: subjectOf(target), accountId: target.accountId }, options.clock());
  resourceRoutes(app, withTableAccess(targetKind, "write", options), options);
  linkRoutes(app, targetKind, options);
  targetChangesRoute(app, options);

  for (const { ending, operationId, summary } of downloads)
    app.get<LinkRequest>(
      `/targets/:id/download.${ending}`,
      {
        config: { isPublic: true },
        schema: {
          summary,
          description:
            "File of the last build, or part of it by Range, with a key or by signed link. The target's output_url is the signed link. The " +
            "media type is that of options.format, and application/gzip if options.gzip is true. It is the same file at download.csv and at " +
            "download.parquet, so that an address keeps working after a change of the format. Headers say how old the file is, also with 304 " +
            "and HEAD: Bellwether-Data-Through, Bellwether-Stale-After, Bellwether-Stale (true: the file is out of date; otherwise absent), " +
            "and Link with the address of the manifest.",
          operationId,
          tags,
          params: idParams,
          refuses: [...linkErrors, "file-of-lookup", "target-not-ready", "result-damaged"],
          querystring: downloadQuery,
          response: { 200: hostedFile, 206: hostedFile },
        },
      },
      async (request, reply) => {
        const target = await requireByLink(request, options, "targets");
        await auditUse(request as FastifyRequest, "download", target);
        return sendTarget(request, reply, options, target);
      },
    );

  app.get<LinkRequest>(
    "/targets/:id/manifest",
    {
      config: { isPublic: true, permission: "look" },
      schema: {
        summary: "Read the manifest of the file",
        description:
          "How old the file of the last build is, until when it is good, which models its scores come from, and how many of the people " +
          "with a row are expected to reach each goal. It always describes the file that the download returns. With a key or by signed " +
          "link: the target's manifest_url, which is also in the Link header of the download.",
        operationId: "getTargetManifest",
        tags,
        params: idParams,
        refuses: [...linkErrors, "target-not-ready"],
        querystring: downloadQuery,
        response: { 200: manifest },
      },
    },
    async (request) => {
      const target = await requireByLink(request, options, "targets");
      return renderManifest(target, built(target, options.dataDir).result, options.clock());
    },
  );

  app.post<ById>(
    "/targets/:id/preview",
    {
      config: { keyScopes: ["read"] },
      schema: {
        summary: "Preview the rows",
        description:
          "First rows of the last build, at most 1,000. Before the first build, the message says why there are none.",
        tags,
        params: idParams,
        refuses: ["result-damaged"],
        response: { 200: targetPreview },
      },
    },
    async (request) => {
      const target = await requireTarget(request);
      await auditUse(request as FastifyRequest, "preview", target);
      return preview(target, options);
    },
  );

  app.get<ById>(
    "/targets/:id/analysis",
    {
      config: { permission: "look" },
      schema: {
        summary: "Read a target's analysis",
        description:
          "For each column of the last build: share of rows with a value, and range or most frequent values. Also the number of people without a row.",
        tags,
        refuses: ["target-not-ready"],
        params: idParams,
        response: { 200: targetAnalysis },
      },
    },
    async (request) => renderTargetAnalysis(built(await requireTarget(request), options.dataDir).result),
  );

  app.get<ById>(
    "/targets/:id/analysis/pdf",
    {
      schema: {
        operationId: "downloadTargetReport",
        summary: "Download a target's report",
        description:
          "A PDF of the last build: the file, what its predictions expect, and its columns. Letters beyond those of Western Europe are shown as a question mark.",
        tags,
        refuses: ["target-not-ready"],
        params: idParams,
        response: { 200: { content: { "application/pdf": { schema: pdfFile } } } },
      },
    },
    async (request, reply) => {
      const target = await requireTarget(request);
      const { result } = built(target, options.dataDir);
      await auditUse(request as FastifyRequest, "download", target);
      const scope = await requireResource(
        options.db.kysely,
        request.account.id,
        "scopes",
        target.config.scope_id,
      );
      const { reportPdf } = await import("../../delivery/target-report/pdf.js");
      const report = targetReport({ name: target.name, pipeline: scope.name, result });
      return reply
        .type("application/pdf")
        .header("content-disposition", 'attachment; filename="report.pdf"')
        .send(await reportPdf(report, target.lastUpdatedOutputAt ?? 0));
    },
  );

  app.post<ById & { Body: WrittenIdentity }>(
    "/targets/:id/lookup",
    {
      config: { keyScopes: ["read"] },
      schema: {
        summary: "Look up a person",
        description:
          "Returns the payload of one person. For targets whose options.type is lookup_api. Matches people as identity resolution does: " +
          "by customer_id or national_id, by e-mail address, its hash or telephone number (a first name, if sent, must match too), or " +
          "by full name and address. Values that match several people find no one. With options.live the answer has `live`: the scores of this moment, " +
          "of the one person who has the e-mail address and the customer_id that are sent.",
        tags,
        params: idParams,
        refuses: ["lookup-on-file", "target-not-ready", "result-damaged", ...liveErrors],
        body: lookupRequest,
        response: { 200: lookupResponse },
      },
    },
    async (request) => {
      const target = await requireTarget(request as FastifyRequest<ById>);
      const { accountId } = target;
      const lookedUp = { action: "look_up", subject: subjectOf(target), accountId } as const;
      await auditLookUp(request as FastifyRequest, lookedUp, options.clock());
      const found = await lookUp(
        target,
        request.body,
        options,
        await dialledIn(request.body, request.account.id),
      );
      return isLive(target) ? withLive(found, request.body, options, request.account.id) : found;
    },
  );
};

const pdfFile = Type.String({ format: "binary", description: "The report." });

/** A standing link that its owner gives up must not work again when another one is asked for. */
const revokeEndedStandingLink = async (
  before: Resource<"targets">,
  { config }: Draft<"targets">,
  trx: Kysely<Database>,
): Promise<void> => {
  if (asksForStandingLink(before) && !asksForStandingLink({ config })) await revokeLinks(trx, before.id);
};

/** The last result of a target and its directory. Throws `target-not-ready`. */
const built = (
  { result, resultDir, status }: Resource<"targets">,
  dataDir: string,
): { result: TargetResult; dir: string } => {
  if (!result || resultDir === null) throw refuse("target-not-ready", { status });
  return { result, dir: path.join(dataDir, resultDir) };
};

/** Throws `file-of-lookup` or `target-not-ready`. */
const sendTarget = (
  request: FastifyRequest<LinkRequest>,
  reply: FastifyReply,
  options: AppOptions,
  target: Resource<"targets">,
): Promise<FastifyReply> => {
  if (target.config.options.type === "lookup_api") throw refuse("file-of-lookup");
  const { result } = built(target, options.dataDir);
  const resultDir = target.resultDir!;
  return sendFile(request as FastifyRequest, reply, options, {
    owner: { of: "result", resourceId: target.id, resultDir },
    path: path.join(resultDir, result.file),
    expected: target.resultFiles.find(({ path: name }) => name === result.file)!,
    modifiedMs: target.lastUpdatedOutputAt ?? 0,
    headers: manifestHeaders(result, request.query, options.clock()),
    contentType: mediaTypeOf(result.file),
    downloadName: result.file,
  });
};

/** Files of the last build, checked. Throws `result-damaged`. */
const requireFiles = async (
  { id, resultDir, resultFiles }: Resource<"targets">,
  names: readonly string[],
  { files }: AppOptions,
): Promise<void> => {
  const known = resultFiles.filter(({ path: name }) => names.includes(name));
  const owner = { of: "result", resourceId: id, resultDir: resultDir! } as const;
  await files.require(
    known.map((file) => ({ owner, path: path.join(resultDir!, file.path), expected: file })),
  );
};

const preview = async (target: Resource<"targets">, options: AppOptions): Promise<JsonObject> => {
  const { id: target_id, result, resultDir, status } = target;
  if (!result || resultDir === null)
    return { target_id, message: `The target is ${status}. Its first rows can be seen once it is ready.` };
  await requireFiles(target, [previewFile], options);
  const rows = await readPreview(path.join(options.dataDir, resultDir));
  return { target_id, message: `The first ${rows.length} of ${result.rows} rows.`, rows };
};

/** Throws `lookup-on-file` or `target-not-ready`. */
const lookUp = async (
  target: Resource<"targets">,
  identity: WrittenIdentity,
  options: AppOptions,
  country: Country,
): Promise<JsonObject> => {
  const { type } = target.config.options;
  if (type !== "lookup_api") throw refuse("lookup-on-file", { type });
  const { dir } = built(target, options.dataDir);
  const keys = lookupKeys(identity, country);
  if (keys.length === 0) return { error: notEnough };
  await requireFiles(target, [rowsFile, indexFile], options);
  return findRow(dir, keys) ?? { error: "No one in the population matches, or several people do." };
};

const isLive = ({ config: { options } }: Resource<"targets">): boolean =>
  options.type === "lookup_api" && options.live === true;

/** The payload of the last build with the scores of this moment, which somebody new has alone. */
const withLive = async (
  found: JsonObject,
  { customer_id: customerId, email }: WrittenIdentity,
  { askLive }: AppOptions,
  accountId: string,
): Promise<JsonObject> => {
  const wanted = [...(email ? [{ email }] : []), ...(customerId ? [{ customerId }] : [])];
  if (wanted.length === 0) return found;
  const scores = await askLive(accountId, { people: wanted, withReasons: false });
  const [person] = scores.people;
  if (!person || scores.people.some((other) => other?.personId !== person.personId)) return found;
  const { error: _, ...payload } = found;
  return { ...payload, live: renderLookedUp(scores, person) };
};

const notEnough =
  "These fields do not identify a person. Send customer_id, national_id, email, email_hash or phone, or a full name with an address.";
