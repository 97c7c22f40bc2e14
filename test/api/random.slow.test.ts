// Random requests: the service never fails and answers as its document says. A seed repeats the same
// requests: BELLWETHER_SEED chooses another, BELLWETHER_REQUESTS their number.

import { expect, test } from "vitest";
import { reconcile } from "../../src/builds/plan/reconcile.js";
import type { OpenApi } from "../../src/docs/openapi.js";
import { refuse } from "../../src/errors/refusal.js";
import { amountOf, rotatingSeed } from "../run/amounts.js";
import { openApi, repeatPurchase, testLimits } from "./harness.js";
import { chanceOf } from "./random/chance.js";
import { operationsIn, randomRequest } from "./random/requests.js";
import { recordResults } from "./results.js";

const seed = rotatingSeed;
const requests = Number(
  process.env.BELLWETHER_REQUESTS ?? amountOf("interface", { whole: 50_000, sample: 3_000 }),
);
/** Each account is new, so that earlier resources do not slow down later requests. */
const perAccount = 300;

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-/;

/** An account with one of everything, most of it built, and the names and ids that it knows. */
const openAccount = async () => {
  const api = await openApi({
    reconcile: (trx, id, now) => reconcile(trx, api.queue, id, now),
    // The results have no files.
    inspect: async () => {
      throw refuse("result-not-ready", { type: "people", status: "new" });
    },
    askLive: async () => {
      throw refuse("live-not-ready", { seconds: 1 });
    },
    limits: { ...testLimits, uploadBytes: 100_000, bodyBytes: 20_000, requestsPerMinute: 1e9 },
  });
  const caller = await api.signUp();
  const ids = await repeatPurchase(caller);
  const { body: endpoint } = await caller.post("/webhook_endpoints", { url: "https://example.com" });
  await recordResults(api, caller.accountId, ids);
  const known = [
    "transaction",
    "Transaction",
    "current",
    caller.accountId,
    endpoint.id,
    ...Object.values(ids),
  ];
  return { api, key: caller.key, known };
};

const firstOf = (count: number): number[] => Array.from({ length: count }, (_, i) => i);

test.each(firstOf(Math.ceil(requests / perAccount)))(
  "every answer fits the document, account %i",
  async (account) => {
    const { api, key, known } = await openAccount();
    const document: OpenApi = (await api.app.inject("/openapi.json")).json();
    const operations = operationsIn(document);
    const chance = chanceOf(seed * 1_000_003 + account);
    for (const i of firstOf(perAccount)) {
      const operation = chance.one(operations);
      const request = randomRequest(operation, key, { document, chance, known });
      const answer = await api.app.inject(request);
      // What is only busy says when to try again.
      const isFault = answer.statusCode >= 500 && answer.headers["retry-after"] === undefined;
      const wrong = [...api.misfits.splice(0), ...(isFault ? [answer.body] : [])];
      const evidence = {
        seed,
        account,
        i,
        operation: `${operation.method} ${operation.path}`,
        request,
        wrong,
      };
      if (wrong.length > 0) expect.fail(JSON.stringify({ ...evidence, log: api.log.slice(-2) }, null, 2));
      const id = answer.statusCode === 201 ? answer.json().id : undefined;
      if (typeof id === "string" && uuid.test(id) && known.length < 60) known.push(id);
    }
  },
);
