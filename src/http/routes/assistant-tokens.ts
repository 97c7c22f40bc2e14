// OAuth 2.1 towards assistants, with the answers that its documents ask for: metadata (RFC 8414), registration of clients
// (RFC 7591), tokens with PKCE and for one resource (RFC 7636, 8707), and revocation (RFC 7009). Clients have no
// secrets. It describes itself, and is no part of the OpenAPI document.

import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { accessScopes, isRedirectUri, scopesOf } from "../../domain/account/assistant.js";
import { isObject } from "../../domain/resource/json.js";
import { limits } from "../../domain/resource/limits.js";
import {
  type Assistant,
  endByToken,
  type Issued,
  redeemCode,
  refreshAssistant,
} from "../../store/assistants.js";
import { clientIdOf, clientOf } from "../assistant-clients.js";
import { audit } from "../audit.js";
import { issuerOf } from "../issuer.js";
import type { AppOptions } from "../options.js";
import { refusalOf } from "../problem.js";
import { subjectOf } from "./assistants.js";

/** An error as RFC 6749 and RFC 7591 name it. */
class OAuthError extends Error {
  constructor(
    readonly code: string,
    message: string,
  ) {
    super(message);
  }
}

/** Needs a Fastify scope of its own: bodies are forms, and errors have the form of OAuth. */
export const assistantTokenRoutes = (app: FastifyInstance, options: AppOptions): void => {
  const { db, clock } = options;
  const config = { isPublic: true, isPage: true } as const;
  const bodyLimit = limits.publicBodyBytes.is;

  app.addContentTypeParser(
    "application/x-www-form-urlencoded",
    { parseAs: "string" },
    async (_: unknown, text: string) => new URLSearchParams(text),
  );

  app.setErrorHandler((error, request, reply) => {
    if (error instanceof OAuthError) return sendError(reply, 400, error.code, error.message);
    const refusal = refusalOf(error, request, options.limits.bodyBytes);
    const { status, fault } = refusal.entry;
    if (fault === "ours") request.log.error({ err: refusal.cause }, refusal.message);
    const code = status < 500 ? "invalid_request" : "temporarily_unavailable";
    return sendError(reply, status, code, refusal.message);
  });

  app.get("/.well-known/oauth-authorization-server", { config }, async (request, reply) => {
    const issuer = issuerOf(request, options);
    reply.header("cache-control", "no-cache");
    return {
      issuer,
      authorization_endpoint: `${issuer}/console/connect`,
      token_endpoint: `${issuer}/oauth/token`,
      registration_endpoint: `${issuer}/oauth/register`,
      revocation_endpoint: `${issuer}/oauth/revoke`,
      scopes_supported: accessScopes,
      response_types_supported: ["code"],
      response_modes_supported: ["query"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      token_endpoint_auth_methods_supported: ["none"],
      revocation_endpoint_auth_methods_supported: ["none"],
      code_challenge_methods_supported: ["S256"],
      authorization_response_iss_parameter_supported: true,
      service_documentation: `${issuer}/docs/guides/assistants`,
      ...(options.assistantsUrl !== undefined && { protected_resources: [options.assistantsUrl] }),
    };
  });

  app.post<{ Body: unknown }>("/oauth/register", { config, bodyLimit }, async (request, reply) => {
    const client = readClient(request.body);
    const client_id = await clientIdOf(db.kysely, client);
    if (client_id.length > limits.assistantClientCharacters.is)
      throw new OAuthError("invalid_client_metadata", "client_name and redirect_uris are too long.");
    return reply
      .code(201)
      .header("cache-control", "no-store")
      .send({
        client_id,
        client_id_issued_at: Math.floor(clock() / 1000),
        client_name: client.name,
        redirect_uris: client.redirectUris,
        grant_types: ["authorization_code", "refresh_token"],
        response_types: ["code"],
        token_endpoint_auth_method: "none",
      });
  });

  app.post<{ Body: unknown }>("/oauth/token", { config, bodyLimit }, async (request, reply) => {
    const form = new Form(request.body);
    const issued = await tokensFor(form, request as FastifyRequest);
    if (issued.at !== "issued") throw new OAuthError("invalid_grant", issued.why);
    return reply
      .header("cache-control", "no-store")
      .header("pragma", "no-cache")
      .send({
        access_token: issued.accessToken,
        token_type: "Bearer",
        expires_in: Math.floor(issued.validMs / 1000),
        refresh_token: issued.refreshToken,
        scope: scopesOf(issued.role).join(" "),
      });
  });

  const tokensFor = async (form: Form, request: FastifyRequest): Promise<Issued> => {
    const grant = form.needed("grant_type");
    if (grant !== "authorization_code" && grant !== "refresh_token")
      throw new OAuthError(
        "unsupported_grant_type",
        "grant_type must be authorization_code or refresh_token.",
      );
    const clientId = await knownClient(form);
    const resource = form.optional("resource");
    const now = clock();
    return db.transaction(async (trx) => {
      const issued =
        grant === "refresh_token"
          ? await refreshAssistant(trx, { token: form.needed("refresh_token"), clientId, resource }, now)
          : await redeemCode(trx, { ...redemptionIn(form), clientId, resource }, now);
      if (issued.at === "ended") await noteEnd(trx, request, issued.assistant, [issued.why]);
      return issued;
    });
  };

  const redemptionIn = (form: Form) => ({
    code: form.needed("code"),
    redirectUri: form.needed("redirect_uri"),
    verifier: form.needed("code_verifier"),
  });

  const knownClient = async (form: Form): Promise<string> => {
    const id = form.needed("client_id");
    if (!(await clientOf(db.kysely, id))) throw new OAuthError("invalid_client", "The client is unknown.");
    return id;
  };

  app.post<{ Body: unknown }>("/oauth/revoke", { config, bodyLimit }, async (request, reply) => {
    const form = new Form(request.body);
    const clientId = await knownClient(form);
    const token = form.needed("token");
    await db.transaction(async (trx) => {
      const ended = await endByToken(trx, { token, clientId });
      if (ended) await noteEnd(trx, request as FastifyRequest, ended, ["by the assistant"]);
    });
    return reply.header("cache-control", "no-store").send({});
  });

  /** In the name of nobody: whoever brings a token may not be the assistant. */
  const noteEnd = (
    trx: Parameters<typeof audit>[0],
    request: FastifyRequest,
    assistant: Assistant,
    changes: readonly string[],
  ): Promise<void> => {
    const { accountId } = assistant;
    return audit(trx, request, { accountId, action: "end", subject: subjectOf(assistant), changes }, clock());
  };
};

/** Fields of a form, each of which may be there once. */
class Form {
  constructor(private readonly body: unknown) {
    if (!(body instanceof URLSearchParams))
      throw new OAuthError("invalid_request", "Send the fields as application/x-www-form-urlencoded.");
  }

  optional(name: string): string | undefined {
    const [value, ...more] = (this.body as URLSearchParams).getAll(name);
    if (more.length > 0) throw new OAuthError("invalid_request", `${name} is given more than once.`);
    return value === "" ? undefined : value;
  }

  needed(name: string): string {
    const value = this.optional(name);
    if (value === undefined) throw new OAuthError("invalid_request", `${name} is missing.`);
    return value;
  }
}

const mostNameCharacters = 80;

/** Fields that are not used here are left out of the answer, as RFC 7591 has it. */
const readClient = (body: unknown) => {
  const { redirect_uris: uris, client_name: given } = isObject(body) ? body : {};
  const most = limits.assistantRedirectUris.is;
  if (!Array.isArray(uris) || uris.length === 0 || uris.length > most)
    throw new OAuthError("invalid_redirect_uri", `redirect_uris must have 1 to ${most} URIs.`);
  const redirectUris = uris.map((uri: unknown) => {
    if (typeof uri === "string" && isRedirectUri(uri)) return uri;
    throw new OAuthError(
      "invalid_redirect_uri",
      "Each redirect URI must be an https URL, or an http URL of this device such as http://127.0.0.1/callback, without a fragment.",
    );
  });
  return { name: shownName(given) ?? new URL(redirectUris[0]!).host, redirectUris };
};

/** Without characters that hide, or turn the text around them. */
const shownName = (given: unknown): string | undefined => {
  if (typeof given !== "string") return undefined;
  const plain = given.replaceAll(/[\p{C}\p{Zl}\p{Zp}]/gu, "").trim();
  return plain === "" ? undefined : Array.from(plain).slice(0, mostNameCharacters).join("");
};

const sendError = (reply: FastifyReply, status: number, error: string, description: string): FastifyReply =>
  reply
    .code(status)
    .header("cache-control", "no-store")
    .type("application/json")
    .send({ error, error_description: description });
