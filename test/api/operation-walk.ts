// Walk over the operations of the OpenAPI document that change or deliver something: one request for each
// that succeeds, in an order in which each finds what it needs. The tests of the audit log and of isolation
// use it, and fail when an operation is missing here.

import { expect } from "vitest";
import { exampleId } from "../../src/domain/resource/schema.js";
import { makeConfirmation } from "../../src/http/confirmation.js";
import { recordResult } from "../../src/store/resources.js";
import { secretNamed } from "../../src/store/secrets.js";
import { createSecurityLink } from "../../src/store/security-links.js";
import { runOpenIdProvider } from "../support/openid-provider.js";
import { shownCode } from "./authenticator.js";
import type { BuildingApi } from "./building.js";
import { makeDevice } from "./device.js";
import type { Answer } from "./harness.js";
import { addMember } from "./member.js";
import { openShop, type PeopleShop } from "./people-shop.js";

export const password = "correct horse battery staple";

/** Sends a request with any method. */
export type Send = (method: string, url: string, body?: unknown, headers?: object) => Promise<Answer>;

export const senderOf =
  ({ app }: Pick<BuildingApi, "app">, standing: object): Send =>
  async (method, url, payload, headers = {}) => {
    const answer = await app.inject({
      method: method as "GET",
      url,
      headers: { ...standing, ...headers } as Record<string, string>,
      ...(payload !== undefined && { payload: payload as object }),
    });
    const isJson = String(answer.headers["content-type"]).startsWith("application/json");
    return { status: answer.statusCode, body: isJson ? answer.json() : answer.body, headers: answer.headers };
  };

export interface Walk {
  shop: PeopleShop;
  send: Send;
  ids: Record<string, string>;
}

export const startWalk = async (api: BuildingApi): Promise<Walk> => {
  const shop = await openShop(api);
  const ids = {
    person: await shop.idOf("email=kate@example.com"),
    other: await shop.idOf("email=umar@example.com"),
  };
  return { shop, ids, send: senderOf(api, { authorization: `Bearer ${shop.key}` }) };
};

type Step = (walk: Walk, api: BuildingApi) => Promise<Answer>;

const made =
  (what: string, url: string, body: (ids: Record<string, string>) => object): Step =>
  async ({ send, ids }) => {
    const answer = await send("POST", url, body(ids));
    ids[what] = answer.body.id;
    return answer;
  };
const on =
  (method: string, url: (ids: Record<string, string>) => string, body?: object): Step =>
  ({ send, ids }) =>
    send(method, url(ids), body);

const tus = { "tus-resumable": "1.0.0" };
const base64 = (text: string) => Buffer.from(text).toString("base64");
const announced = (bytes: number) => ({
  ...tus,
  "upload-length": String(bytes),
  "upload-metadata": `directory ${base64("orders")},filename ${base64("b.csv")}`,
});
const part = { ...tus, "upload-offset": "0", "content-type": "application/offset+octet-stream" };

const lifecycle = (what: string, path: string, noun: string): Record<string, Step> => ({
  [`update${noun}`]: on("PATCH", (ids) => `/${path}/${ids[what]}`, { name: `New ${what}` }),
  [`forceUpdate${noun}`]: on("POST", (ids) => `/${path}/${ids[what]}/force_update`),
  [`archive${noun}`]: on("POST", (ids) => `/${path}/${ids[what]}/archive`, { cascade_to_all: true }),
  [`unarchive${noun}`]: on("POST", (ids) => `/${path}/${ids[what]}/unarchive`, { cascade_to_all: true }),
});

/** Between the steps that register it and sign in there. */
let openid: Awaited<ReturnType<typeof runOpenIdProvider>> | undefined;

const factorPath = "/sessions/current/second_factor";
const passkeyPath = "/sessions/current/passkeys";
const device = makeDevice();

/** As a page of the console in which the walk has signed in. */
const byBrowser = ({ ids }: Walk, api: BuildingApi): Send =>
  senderOf(api, { cookie: ids.cookie, "sec-fetch-site": "same-origin" });

/** By operation ID. */
export const steps: Record<string, Step> = {
  createDataset: made("dataset", "/datasets", () => ({
    name: "More orders",
    identity_sets: { buyer: { email: "email" } },
    options: { type: "hosted_csv", upload_directory: "more" },
    output_to_streams: {
      order: { data_map: { datetime: { column_name: "day" }, day: { column_name: "day" } } },
    },
  })),
  findOrCreateStream: on("POST", () => "/streams/visits"),
  updateStream: on("PATCH", () => "/streams/visits", { name: "Store visits" }),
  forceUpdateStream: on("POST", () => "/streams/visits/force_update"),
  archiveStream: on("POST", () => "/streams/visits/archive"),
  unarchiveStream: on("POST", () => "/streams/visits/unarchive"),
  deleteStream: on("DELETE", () => "/streams/visits"),
  createCohort: async (walk, api) => {
    const cohort = (what: string, more: object = {}) =>
      made(what, "/cohorts", () => ({ name: what, stream_name: "order", ...more }))(walk, api);
    await cohort("repeat", { min_count: 2 });
    return cohort("cohort");
  },
  createOutcome: made("outcome", "/outcomes", (ids) => ({
    name: "Again",
    attainment_cohort_id: ids.repeat,
    eligible_cohort_id: ids.cohort,
  })),
  createPersonaSet: made("personas", "/persona_sets", (ids) => ({ name: "Kinds", cohort_id: ids.cohort })),
  createRecommender: made("recommender", "/recommenders", () => ({
    name: "Next",
    stream_name: "order",
    stream_property_name: "datetime",
  })),
  createPlace: made("place", "/places", () => ({
    name: "Shop",
    addresses: [{ postcode: "05401", city: "B" }],
  })),
  createAtlas: made("atlas", "/atlases", () => ({
    name: "Stores",
    options: { type: "hosted_csv", upload_directory: "stores" },
    output_to_locations: { latitude: "lat", longitude: "lon", name: "store" },
  })),
  createConnection: made("connection", "/connections", () => ({
    name: "Warehouse",
    options: { type: "postgres", host: "127.0.0.1", port: 1, database: "d", user: "u", password: "sesame-7" },
  })),
  createScope: made("scope", "/scopes", (ids) => ({
    name: "Scoring",
    population: { cohort_ids: [ids.cohort] },
    payload: { cohort_ids: [ids.repeat], persona_set_ids: [ids.personas] },
    preview: false,
  })),
  createSuggestions: async ({ send }, api) => {
    await api.build();
    const suggestions = [{ id: "buys_again:order", horizon_days: 30 }];
    return send("POST", "/suggestions", { suggestions });
  },
  createTarget: async (walk, api) => {
    const target = (what: string, options: object) =>
      made(what, "/targets", (ids) => ({
        name: what,
        scope_id: ids.scope,
        representation: { mode: "identified" },
        options,
      }))(walk, api);
    await target("lookup", { type: "lookup_api" });
    const answer = await target("target", { type: "hosted_csv", track_changes: true });
    await api.build();
    return answer;
  },
  createTrigger: made("trigger", "/triggers", (ids) => ({
    name: "Regulars",
    when: { cohort: { cohort_id: ids.repeat } },
  })),
  listTriggerMessages: on("GET", (ids) => `/triggers/${ids.trigger}/messages`),
  revokeLinksTarget: on("POST", (ids) => `/targets/${ids.target}/revoke_links`),
  revokeLinksScope: on("POST", (ids) => `/scopes/${ids.scope}/revoke_links`),
  revokeLinksOutcome: on("POST", (ids) => `/outcomes/${ids.outcome}/revoke_links`),
  revokeLinksAccount: on("POST", () => "/accounts/current/revoke_links"),
  previewTarget: on("POST", (ids) => `/targets/${ids.target}/preview`),
  lookupTarget: on("POST", (ids) => `/targets/${ids.lookup}/lookup`, { email: "kate@example.com" }),
  downloadLeftOutRows: ({ send, shop }) => send("GET", `/datasets/${shop.datasetId}/ledger/no_date`),
  downloadTargetReport: on("GET", (ids) => `/targets/${ids.target}/analysis/pdf`),
  downloadTargetChanges: on("GET", (ids) => `/targets/${ids.target}/changes.csv`),
  downloadTarget: on("GET", (ids) => `/targets/${ids.target}/download.csv`),
  downloadTargetParquet: on("GET", (ids) => `/targets/${ids.target}/download.parquet`),
  createReplay: async (walk, api) => {
    api.tick(1_000);
    const dates = [new Date(api.now()).toISOString()];
    const answer = await made("replay", `/scopes/${walk.ids.scope}/replays`, () => ({ dates }))(walk, api);
    walk.ids.replayed = dates[0]!;
    await api.build();
    return answer;
  },
  downloadReplay: on(
    "GET",
    ({ scope, replay, replayed, target }) =>
      `/scopes/${scope}/replays/${replay}/download.csv?date=${replayed}&target_id=${target}`,
  ),
  downloadReplayPeople: on(
    "GET",
    ({ scope, replay, replayed }) => `/scopes/${scope}/replays/${replay}/people.csv?date=${replayed}`,
  ),
  deleteReplay: on("DELETE", ({ scope, replay }) => `/scopes/${scope}/replays/${replay}`),
  findPeople: on("GET", () => "/people?email=kate@example.com"),
  downloadCrosswalk: on("GET", () => "/people/crosswalk.csv"),
  getPerson: on("GET", (ids) => `/people/${ids.person}`),
  explainPair: on("GET", (ids) => `/people/why?left=${ids.person}&right=${ids.other}`),
  listUnidentifiedRecords: on("GET", () => "/people/unidentified?limit=5"),
  getPersonEvents: on("GET", (ids) => `/people/${ids.other}/events?limit=5`),
  getPersonScores: on("GET", (ids) => `/people/${ids.other}/scores`),
  getLiveScores: ({ send, ids }) => send("POST", "/people/live_scores", { people: [{ id: ids.other }] }),
  getDatasetLogsIngress: ({ send, shop }) => send("GET", `/datasets/${shop.datasetId}/logs/ingress`),
  getUpload: on("GET", () => "/uploads/orders/a.csv"),
  exportAudit: on("GET", () => "/accounts/current/audit.csv"),
  splitPerson: async ({ send, shop, ids }) => {
    const { records } = (await shop.get(`/people/${ids.person}`)).body;
    const answer = await send("POST", `/people/${ids.person}/split`, { records: [records[1].id] });
    ids.decision = answer.body.id;
    return answer;
  },
  mergePerson: ({ send, ids }) => send("POST", `/people/${ids.person}/merge`, { with: ids.other }),
  deletePeopleDecision: on("DELETE", (ids) => `/people/decisions/${ids.decision}`),
  reviewPair: ({ send, ids }) =>
    send("POST", "/people/review", { record_ids: [ids.person, ids.other], same_person: true }),
  deletePerson: ({ send, ids }) => send("POST", `/people/${ids.other}/deletion`),
  createTrait: made("trait", "/traits", () => ({ name: "plan" })),
  updateTrait: on("PATCH", (ids) => `/traits/${ids.trait}`, { description: "What they pay for" }),
  forceUpdateTrait: on("POST", (ids) => `/traits/${ids.trait}/force_update`),
  archiveTrait: on("POST", (ids) => `/traits/${ids.trait}/archive`),
  unarchiveTrait: on("POST", (ids) => `/traits/${ids.trait}/unarchive`),
  deleteTrait: on("DELETE", (ids) => `/traits/${ids.trait}`),
  deleteTraits: async ({ send }) => {
    await send("POST", "/traits", { name: "unused" });
    return send("DELETE", "/traits");
  },
  ...lifecycle("dataset", "datasets", "Dataset"),
  ...lifecycle("cohort", "cohorts", "Cohort"),
  ...lifecycle("outcome", "outcomes", "Outcome"),
  ...lifecycle("personas", "persona_sets", "PersonaSet"),
  ...lifecycle("recommender", "recommenders", "Recommender"),
  ...lifecycle("place", "places", "Place"),
  ...lifecycle("atlas", "atlases", "Atlas"),
  rotateCredentialsConnection: on("POST", (ids) => `/connections/${ids.connection}/rotate_credentials`, {
    type: "postgres",
    password: "sesame-8",
  }),
  ...lifecycle("connection", "connections", "Connection"),
  ...lifecycle("scope", "scopes", "Scope"),
  ...lifecycle("target", "targets", "Target"),
  ...lifecycle("trigger", "triggers", "Trigger"),
  createHoldout: made("holdout", "/holdouts", () => ({
    name: "Left alone",
    share: 0.1,
    stream_name: "order",
  })),
  ...lifecycle("holdout", "holdouts", "Holdout"),
  updatePersonaSetPersona: async ({ send, ids }, { db, now }) => {
    const id = ids.personas!;
    await recordResult(
      db.kysely,
      id,
      { result: personas, resultDir: id, resultFiles: [], fingerprint: "" } as never,
      now(),
    );
    return send("PATCH", `/persona_sets/${id}/personas/${firstPersona}`, { name: "Regulars" });
  },
  writeNote: on("PUT", (ids) => `/resources/${ids.scope}/note`, { text: "For the spring campaign" }),
  deleteNote: on("DELETE", (ids) => `/resources/${ids.scope}/note`),
  askForLook: async (walk, api) => {
    const account = (await walk.send("GET", "/accounts/current")).body;
    const { userId } = await addMember(api, account.id, "viewer");
    const answer = await walk.send("POST", `/resources/${walk.ids.scope}/ask_for_look`, { user_id: userId });
    await walk.send("DELETE", `/members/${userId}`);
    return answer;
  },
  deleteHoldout: on("DELETE", (ids) => `/holdouts/${ids.holdout}`),
  deleteTrigger: on("DELETE", (ids) => `/triggers/${ids.trigger}`),
  deleteTarget: on("DELETE", (ids) => `/targets/${ids.target}`),
  deleteScope: async ({ send, ids }) => {
    await send("DELETE", `/targets/${ids.lookup}`);
    return send("DELETE", `/scopes/${ids.scope}`);
  },
  deleteOutcome: on("DELETE", (ids) => `/outcomes/${ids.outcome}`),
  deletePersonaSet: on("DELETE", (ids) => `/persona_sets/${ids.personas}`),
  deleteRecommender: on("DELETE", (ids) => `/recommenders/${ids.recommender}`),
  deletePlace: on("DELETE", (ids) => `/places/${ids.place}`),
  deleteAtlas: on("DELETE", (ids) => `/atlases/${ids.atlas}`),
  deleteConnection: on("DELETE", (ids) => `/connections/${ids.connection}`),
  deleteCohort: on("DELETE", (ids) => `/cohorts/${ids.repeat}`),
  deleteDataset: on("DELETE", (ids) => `/datasets/${ids.dataset}`),
  connectAssistant: async (walk, api) => {
    const { headers } = await addMember(api, walk.shop.accountId, "viewer");
    const registered = { client_name: "Claude", redirect_uris: ["https://assistant.example/callback"] };
    const { body } = await senderOf(api, {})("POST", "/oauth/register", registered);
    const query = new URLSearchParams({
      response_type: "code",
      client_id: body.client_id,
      redirect_uri: registered.redirect_uris[0]!,
      code_challenge: "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM",
      code_challenge_method: "S256",
      resource: "http://127.0.0.1:8090/mcp",
    });
    const allowed = await senderOf(api, headers)("POST", "/assistants", {
      query: String(query),
      role: "viewer",
    });
    walk.ids.assistant = allowed.body.id;
    return allowed;
  },
  endAssistant: on("DELETE", (ids) => `/assistants/${ids.assistant}`),
  createMarkedDay: made("markedDay", "/marked_days", () => ({ day: "2026-11-04", text: "Newsletter" })),
  deleteMarkedDay: on("DELETE", (ids) => `/marked_days/${ids.markedDay}`),
  updateKnowledgebaseOverview: on("PATCH", () => "/knowledgebase/overview", { content: "We sell coffee." }),
  createUseCase: async (walk, api) => {
    const answer = await made("useCase", "/knowledgebase/use_cases", () => ({ title: "Win back" }))(
      walk,
      api,
    );
    walk.ids.revision = answer.body.revision_id;
    return answer;
  },
  updateUseCase: ({ send, ids }) =>
    send("PATCH", `/knowledgebase/use_cases/${ids.useCase}`, { revision_id: ids.revision, guide: "Write." }),
  archiveUseCase: on("POST", (ids) => `/knowledgebase/use_cases/${ids.useCase}/archive`),
  unarchiveUseCase: on("POST", (ids) => `/knowledgebase/use_cases/${ids.useCase}/unarchive`),
  deleteUseCase: on("DELETE", (ids) => `/knowledgebase/use_cases/${ids.useCase}`),
  createWebhookEndpoint: made("endpoint", "/webhook_endpoints", () => ({
    url: "https://hooks.example.com/secret-path",
    enabled_events: ["resource.errored"],
  })),
  updateWebhookEndpoint: on("PATCH", (ids) => `/webhook_endpoints/${ids.endpoint}`, { enabled: false }),
  testWebhookEndpoint: on("POST", (ids) => `/webhook_endpoints/${ids.endpoint}/test`),
  rotateSecretWebhookEndpoint: on("POST", (ids) => `/webhook_endpoints/${ids.endpoint}/rotate_secret`),
  deleteWebhookEndpoint: on("DELETE", (ids) => `/webhook_endpoints/${ids.endpoint}`),
  createUpload: ({ send }) =>
    send("POST", "/uploads/other/c.csv", "email\na@example.com\n", { "content-type": "text/csv" }),
  deleteUpload: on("DELETE", () => "/uploads/other/c.csv"),
  sendEvents: on("POST", () => "/streams/visit/events", { email: "a@example.com", event_id: "1" }),
  createResumableUpload: async ({ send, ids }) => {
    const answer = await send("POST", "/resumable_uploads", undefined, announced(5));
    ids.resumable = answer.body.id;
    return answer;
  },
  updateResumableUpload: ({ send, ids }) =>
    send("PATCH", `/resumable_uploads/${ids.resumable}`, Buffer.from("email"), part),
  deleteResumableUpload: async ({ send }) => {
    const { body } = await send("POST", "/resumable_uploads", undefined, announced(9));
    return send("DELETE", `/resumable_uploads/${body.id}`, undefined, tus);
  },
  createSample: async ({ send }) => {
    // It needs an account without datasets; whatever uses another is deleted first.
    for (const kind of [
      "targets",
      "scopes",
      "outcomes",
      "persona_sets",
      "recommenders",
      "cohorts",
      "datasets",
    ])
      for (const { id } of (await send("GET", `/${kind}`)).body) await send("DELETE", `/${kind}/${id}`);
    return send("POST", "/sample");
  },
  deleteSample: on("DELETE", () => "/sample"),
  updateAccount: ({ send }) =>
    send("PATCH", "/accounts/current", { name: "Acme Ltd", email: "a@example.com" }),
  sendConfirmation: on("POST", () => "/accounts/current/send_confirmation"),
  confirmEmail: async ({ send, shop }, { db, now }) => {
    const { id, email } = (await shop.get("/accounts/current")).body;
    const token = makeConfirmation(await secretNamed(db.kysely, "email-confirmation"), { id, email }, now());
    return send("POST", `/confirm_email?token=${token}`, "", {
      "content-type": "application/x-www-form-urlencoded",
    });
  },
  setPassword: ({ send }) => send("PUT", "/accounts/current/password", { password }),
  createAccountsCurrentApiKey: async ({ send, ids }) => {
    const answer = await send("POST", "/accounts/current/api_keys", { name: "nightly", scope: "read" });
    ids.key = answer.body.id;
    return answer;
  },
  rotateApiKey: on("POST", (ids) => `/accounts/current/api_keys/${ids.key}/rotate`, {}),
  deleteAccountsCurrentApiKey: on("DELETE", (ids) => `/accounts/current/api_keys/${ids.key}`),
  createSsoProvider: async ({ send, ids }) => {
    openid = await runOpenIdProvider({ redirectUri: "http://localhost/console/sso" });
    const { issuer, clientId: client_id, clientSecret: client_secret } = openid;
    const body = { name: "Company", issuer, client_id, client_secret, domains: ["sso.example.com"] };
    const answer = await send("POST", "/sso_providers", body);
    ids.sso = answer.body.id;
    return answer;
  },
  updateSsoProvider: on("PATCH", (ids) => `/sso_providers/${ids.sso}`, { name: "Our company" }),
  testSsoProvider: on("POST", (ids) => `/sso_providers/${ids.sso}/test`),
  verifySsoDomains: async ({ send, ids }, { db }) => {
    await db.kysely.updateTable("sso_domain").set({ verified_at: 1 }).execute();
    return send("POST", `/sso_providers/${ids.sso}/verify_domains`);
  },
  signInBySso: async ({ ids }, api) => {
    // The provider has the clock of the machine.
    const ahead = Date.now() - api.now();
    api.tick(ahead);
    const send = senderOf(api, { "sec-fetch-site": "same-origin" });
    const { body, headers } = await send("POST", "/sessions/sso/start", { provider_id: ids.sso });
    const cookie = String(headers["set-cookie"]).split(";")[0]!;
    openid!.isThere({ sub: "s", email: "sam@sso.example.com", email_verified: true });
    const query = await openid!.signIn(body.url);
    const answer = await send("POST", "/sessions/sso", { query }, { cookie });
    await openid!.stop();
    api.tick(-ahead);
    return answer;
  },
  deleteSsoProvider: on("DELETE", (ids) => `/sso_providers/${ids.sso}`),
  createSession: async (walk, api) => {
    const answer = await senderOf(api, {})("POST", "/sessions", { email: "a@example.com", password });
    walk.ids.cookie = String(answer.headers["set-cookie"]).split(";")[0]!;
    return answer;
  },
  beginSecondFactor: async (walk, api) => {
    const answer = await byBrowser(walk, api)("POST", factorPath, { current_password: password });
    walk.ids.secret = answer.body.secret;
    return answer;
  },
  confirmSecondFactor: (walk, api) =>
    byBrowser(walk, api)("PUT", factorPath, { code: shownCode(walk.ids.secret!, api.now()) }),
  removeSecondFactor: (walk, api) =>
    byBrowser(walk, api)("DELETE", factorPath, { current_password: password }),
  disownSessions: async (walk, api) => {
    const { user } = (await byBrowser(walk, api)("GET", "/sessions/current")).body;
    const link = { userId: user.id, hasPassword: true, factorSince: null, passkeyId: null };
    const token = await createSecurityLink(api.db.kysely, link, api.now());
    const answer = await senderOf(api, {})("POST", "/sessions/not_me", { token, password });
    await steps.createSession!(walk, api);
    return answer;
  },
  createPasskey: async (walk, api) => {
    const send = byBrowser(walk, api);
    const begun = await send("POST", `${passkeyPath}/options`, { current_password: password });
    const cookie = `${walk.ids.cookie}; ${String(begun.headers["set-cookie"]).split(";")[0]}`;
    const credential = device.create(begun.body.options);
    const answer = await send("POST", passkeyPath, { name: "Telephone", credential }, { cookie });
    walk.ids.passkey = answer.body.id;
    return answer;
  },
  renamePasskey: (walk, api) =>
    byBrowser(walk, api)("PATCH", `${passkeyPath}/${walk.ids.passkey}`, { name: "Old telephone" }),
  signInByPasskey: async (walk, api) => {
    const send = senderOf(api, { "sec-fetch-site": "same-origin" });
    const begun = await send("POST", "/sessions/passkey/options");
    const cookie = String(begun.headers["set-cookie"]).split(";")[0]!;
    const answer = await send(
      "POST",
      "/sessions/passkey",
      { credential: device.sign(begun.body.options) },
      { cookie },
    );
    walk.ids.cookie = String(answer.headers["set-cookie"]).split(";")[0]!;
    return answer;
  },
  removePasskey: (walk, api) =>
    byBrowser(walk, api)("DELETE", `${passkeyPath}/${walk.ids.passkey}`, { current_password: password }),
  createInvitation: async (walk, { db }) => {
    const invited = async (what: string) => {
      const body = { email: `${what}@example.com`, role: "administrator" };
      const answer = await walk.send("POST", "/members/invitations", body);
      walk.ids[what] = answer.body.id;
      walk.ids[`${what} token`] = String(answer.body.accept_url).split("#")[1]!;
      return answer;
    };
    await db.kysely.updateTable("account").set({ email_confirmed_at: 1 }).execute();
    await invited("withdrawn");
    return invited("heir");
  },
  deleteInvitation: on("DELETE", (ids) => `/members/invitations/${ids.withdrawn}`),
  acceptInvitation: async ({ ids }, api) => {
    const body = { token: ids["heir token"], password };
    const answer = await senderOf(api, {})("POST", "/invitations/accept", body);
    ids.heir = answer.body.user.id;
    return answer;
  },
  updateMember: on("PATCH", (ids) => `/members/${ids.heir}`, { role: "editor" }),
  makeOwner: async ({ send, ids }) => {
    const members: { user_id: string }[] = (await send("GET", "/members")).body;
    ids.former = members.find(({ user_id }) => user_id !== ids.heir)!.user_id;
    return send("POST", `/members/${ids.heir}/make_owner`);
  },
  switchAccount: async (walk, api) => {
    const send = byBrowser(walk, api);
    const { account } = (await send("GET", "/sessions/current")).body;
    return send("POST", "/sessions/current/account", { account_id: account.id });
  },
  deleteCurrentSession: (walk, api) => byBrowser(walk, api)("DELETE", "/sessions/current"),
  signOutMember: on("DELETE", (ids) => `/members/${ids.former}/sessions`),
  deleteMember: on("DELETE", (ids) => `/members/${ids.former}`),
  deleteSessions: on("DELETE", () => "/sessions"),
  deleteAccount: on("DELETE", () => "/accounts/current"),
  restoreAccount: on("POST", () => "/accounts/current/restore"),
};

/** Operations with another method than GET that neither change nor deliver anything. */
export const harmless = [
  "showInvitation",
  "findSsoProviders",
  "startSso",
  "beginPasskey",
  "beginPasskeySignIn",
  "previewCohort",
  "previewOutcome",
  "getTusCapabilities",
];

const firstPersona = "7d1f7a52-8f0e-4f5b-9a37-0d1f0f6f8a11";
const personaOf = (id: string) => ({
  id,
  name: id,
  named_for: [],
  portrait: "",
  individuals_count: 1,
  distinctions: [],
  center: {},
  dimensions: [],
});
const personas = {
  population_count: 2,
  personas: [personaOf(firstPersona), personaOf(exampleId)],
  personas_made: 2,
  fields: [],
  candidates: [],
  flow: [],
};

export const expectSuccess = (name: string, { status, body }: Answer): void =>
  expect({ name, status, note: body?.note }).toMatchObject({
    name,
    status: expect.toSatisfy((s) => s < 300),
  });
