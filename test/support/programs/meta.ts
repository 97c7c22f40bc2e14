// Meta's custom audiences, from https://developers.facebook.com/docs/marketing-api/audiences/guides/custom-audiences: pages of
// audiences, rows of hashes by a schema, 10,000 at most, and errors with a type and a number. What is taken off is found by
// the whole row.

import { createHmac } from "node:crypto";
import { type Answer, must, only, type Request, startProgram, strictly } from "./program-server.js";

const token = "EAABtesttesttesttest";
const appSecret = "0123456789abcdef0123456789abcdef";
const account = "1234567890";
const schema = ["EMAIL", "PHONE", "FN", "LN"];

export const startMeta = async ({ isProved = false }: { isProved?: boolean } = {}) => {
  const audiences = new Map<string, { name: string; subtype: string; rows: Set<string> }>();
  let invalid = 0;
  const proof = createHmac("sha256", appSecret).update(token).digest("hex");

  const rowsOf = (body: { payload: { schema: string[]; data: string[][] } }): string[] => {
    const { payload } = body;
    only(payload, "schema", "data");
    must(JSON.stringify(payload.schema) === JSON.stringify(schema), "schema");
    must(payload.data.length > 0 && payload.data.length <= 10_000, "number of rows");
    for (const row of payload.data) {
      must(row.length === schema.length && row[0] !== "", "row");
      must(
        row.every((hash) => hash === "" || /^[0-9a-f]{64}$/.test(hash)),
        "hash",
      );
    }
    return payload.data.map((row) => row.join(" "));
  };

  const users = (method: string, id: string, body: unknown): Answer => {
    const audience = audiences.get(id);
    must(audience?.subtype === "CUSTOM", "audience");
    const given = body as {
      session?: Record<string, unknown>;
      payload: { schema: string[]; data: string[][] };
    };
    if (method === "POST") {
      only(given, "session", "payload");
      const { session_id, batch_seq, last_batch_flag, estimated_num_total } = given.session!;
      must(Number.isSafeInteger(session_id) && batch_seq === 1 && last_batch_flag === true, "session");
      must(estimated_num_total === given.payload.data.length, "estimated_num_total");
    } else only(given, "payload");
    const rows = rowsOf(given);
    for (const row of rows.slice(method === "POST" ? invalid : 0))
      if (method === "POST") audience!.rows.add(row);
      else audience!.rows.delete(row);
    return {
      status: 200,
      body: {
        audience_id: id,
        session_id: String(given.session?.session_id ?? 1),
        num_received: rows.length,
        num_invalid_entries: method === "POST" ? invalid : 0,
        invalid_entry_samples: {},
      },
    };
  };

  const answer = ({ method, path, query, body }: Request): Answer => {
    must(path.startsWith("/v25.0/"), "version");
    must(query.get("appsecret_proof") === (isProved ? proof : null), "appsecret_proof");
    const place = path.slice("/v25.0".length);
    const user = /^\/(\d+)\/users$/.exec(place);
    if (user && (method === "POST" || method === "DELETE")) return users(method, user[1]!, body);
    switch (`${method} ${place}`) {
      case `GET /act_${account}/customaudiences`: {
        must(query.get("fields") === "id,name,subtype", "fields");
        const all = [...audiences].map(([id, { name, subtype }]) => ({ id, name, subtype }));
        const from = Number(query.get("after") ?? 0);
        const until = from + Math.min(10, Number(query.get("limit")));
        return {
          status: 200,
          body: {
            data: all.slice(from, until),
            paging: {
              cursors: { before: String(from), after: String(until) },
              ...(until < all.length && { next: "https://graph.facebook.com/next" }),
            },
          },
        };
      }
      case `POST /act_${account}/customaudiences`: {
        const given = body as Record<string, string>;
        only(given, "name", "subtype", "description", "customer_file_source");
        must(given.subtype === "CUSTOM" && given.customer_file_source === "USER_PROVIDED_ONLY", "audience");
        const id = String(6_000_000 + audiences.size);
        audiences.set(id, { name: given.name!, subtype: "CUSTOM", rows: new Set() });
        return { status: 200, body: { id } };
      }
      default:
        return { status: 400, body: { error: { message: place, type: "GraphMethodException", code: 100 } } };
    }
  };

  const server = await startProgram({
    options: { type: "meta", ad_account_id: account },
    secret: isProved ? `${token} ${appSecret}` : token,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    answer: strictly(answer),
  });
  const rowsNamed = (name: string) => [...audiences.values()].find((each) => each.name === name)?.rows;
  return {
    server,
    /** Rows of hashes of an audience, with blanks between them. */
    members: (name: string): string[] => [...(rowsNamed(name) ?? [])],
    add: (name: string, row: string) => void rowsNamed(name)!.add(row),
    addLists: (count: number) => {
      for (let i = 0; i < count; i++)
        audiences.set(String(100 + i), { name: `Other ${i}`, subtype: "WEBSITE", rows: new Set() });
    },
    /** From now on, so many rows of each request are invalid. */
    refuse: (rows: number) => {
      invalid = rows;
    },
  };
};
