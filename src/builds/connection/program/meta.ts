// Meta's custom audiences by its Marketing API:
// https://developers.facebook.com/docs/marketing-api/audiences/guides/custom-audiences. A list is a customer
// file audience of the ad account; a row of hashes that was added is taken off by the same row.

import { createHmac, randomInt } from "node:crypto";
import type { ProgramOptions } from "../../../domain/data/connection.js";
import { type ConnectionAccess, secretOf } from "../access.js";
import type { Reply } from "../cloud/service.js";
import { plainAddress, plainWords, sha256 } from "./hash.js";
import {
  callsOf,
  type Identity,
  listOf,
  metaErrorOf,
  objectOf,
  type Program,
  type RefusedContact,
} from "./program.js";

type MetaOptions = Extract<ProgramOptions, { type: "meta" }>;

const version = "v25.0";
const peopleOfCall = 10_000;
const rowsOfPage = 200;
const mostPages = 20;
const schema = ["EMAIL", "PHONE", "FN", "LN"];
/** Too many calls, of the app, the user, the account or its audiences; and trouble of the service. */
const temporary = [1, 2, 4, 17, 32, 341, 613, 80003, 80004];

export const openMeta = (access: ConnectionAccess<MetaOptions>): Program => {
  const [token = "", appSecret] = secretOf(access).split(" ");
  const proof = appSecret && createHmac("sha256", appSecret).update(token).digest("hex");
  const proved = (place: string) =>
    proof ? `${place}${place.includes("?") ? "&" : "?"}appsecret_proof=${proof}` : place;
  const { call: ask } = callsOf(
    access,
    (service) => `${service.urlOf("graph.facebook.com")}/${version}`,
    { authorization: `Bearer ${token}` },
    { isTemporary },
  );
  const call: typeof ask = (method, place, options) => ask(method, proved(place), options);
  const account = `/act_${access.options.ad_account_id}/customaudiences`;

  /** The account's audiences of customer files. */
  const audiences = async (): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    let after = "";
    for (let page = 0; page < mostPages; page++) {
      const place = `${account}?fields=id,name,subtype&limit=${rowsOfPage}${after}`;
      const { data, paging } = objectOf((await call("GET", place)).body);
      found.push(...listOf(data).filter(({ subtype }) => subtype === "CUSTOM"));
      const { cursors, next } = objectOf(paging);
      if (next === undefined) break;
      after = `&after=${encodeURIComponent(String(objectOf(cursors).after))}`;
    }
    return found;
  };

  return {
    atOnce: peopleOfCall,
    lists: async () => (await audiences()).slice(0, mostNames).map(({ name }) => String(name)),
    openList: async (name) => {
      const found = (await audiences()).find((audience) => audience.name === name);
      if (found) return String(found.id);
      const body = {
        name,
        subtype: "CUSTOM",
        description: "Kept up to date by Bellwether.",
        customer_file_source: "USER_PROVIDED_ONLY",
      };
      return String(objectOf((await call("POST", account, { body })).body).id);
    },
    declare: async () => {},
    put: async (list, contacts) => {
      const session = {
        session_id: randomInt(1, 2 ** 47),
        batch_seq: 1,
        last_batch_flag: true,
        estimated_num_total: contacts.length,
      };
      const payload = { schema, data: contacts.map(rowOf) };
      return refusedIn(await call("POST", `/${list}/users`, { body: { session, payload } }), contacts);
    },
    remove: async (list, _, contacts) => {
      await call("DELETE", `/${list}/users`, { body: { payload: { schema, data: contacts.map(rowOf) } } });
    },
    clear: async () => {},
  };
};

const mostNames = 1_000;

const isTemporary = ({ body }: Reply): boolean => {
  const error = metaErrorOf(body);
  return error !== undefined && (error.isTransient || temporary.includes(error.code));
};

/** Values in the order of the schema; empty where they are not known. */
const rowOf = ({ email, phone, first_name, last_name }: Identity): string[] =>
  [
    plainAddress(email),
    (phone ?? "").replace(/\D/g, "").replace(/^0+/, ""),
    plainWords(first_name ?? ""),
    plainWords(last_name ?? ""),
  ].map((value) => (value === "" ? "" : sha256(value)));

/** Meta counts invalid rows and does not say which they are, unless all of them are. */
const refusedIn = ({ body }: Reply, contacts: readonly Identity[]): RefusedContact[] => {
  const count = Number(objectOf(body).num_invalid_entries ?? 0);
  const isAll = count >= contacts.length;
  return contacts
    .slice(0, count)
    .map(({ email }) => ({ email: isAll ? email : null, reason: "invalid entry" }));
};
