// Google Ads' customer lists by the Data Manager API: https://developers.google.com/data-manager/api. A service
// account signs in; no developer token is needed. A request with one wrong member is refused as a whole, and
// says which it is.

import type { ProgramOptions } from "../../../domain/data/connection.js";
import { refuse } from "../../../errors/refusal.js";
import { type ConnectionAccess, secretOf } from "../access.js";
import { tokensOf } from "../cloud/google-token.js";
import type { Reply } from "../cloud/service.js";
import { googleAddress, sha256 } from "./hash.js";
import {
  callsOf,
  type Identity,
  isFine,
  listOf,
  objectOf,
  type Program,
  type RefusedContact,
} from "./program.js";

type GoogleOptions = Extract<ProgramOptions, { type: "google" }>;

const scope = "https://www.googleapis.com/auth/datamanager";
const membersOfCall = 10_000;
const rowsOfPage = 1_000;
const mostPages = 20;
/** Requests for the same members, each without those whom the one before refused. */
const mostTries = 50;

export const openGoogle = (access: ConnectionAccess<GoogleOptions>): Program => {
  const { customer_id, login_customer_id, consent } = access.options;
  const customer = accountOf(customer_id);
  const login = login_customer_id === undefined ? undefined : accountOf(login_customer_id);
  const { call } = callsOf(
    access,
    (service) => `${service.urlOf("datamanager.googleapis.com")}/v1`,
    (service) => {
      const token = tokensOf(service, JSON.parse(secretOf(access)), scope);
      return async () => ({
        authorization: `Bearer ${await token()}`,
        ...(login && { "login-account": nameOf(login) }),
      });
    },
  );
  const place = `/${nameOf(customer)}/userLists`;

  const lists = async (filter = ""): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    let page = "";
    for (let pages = 0; pages < mostPages; pages++) {
      const { body } = await call("GET", `${place}?pageSize=${rowsOfPage}${filter}${page}`);
      const { userLists, nextPageToken } = objectOf(body);
      found.push(...listOf(userLists).filter(isOfContacts));
      if (typeof nextPageToken !== "string" || nextPageToken === "") break;
      page = `&pageToken=${encodeURIComponent(nextPageToken)}`;
    }
    return found;
  };

  const requestOf = (list: string, contacts: readonly Identity[]) => ({
    destinations: [
      {
        operatingAccount: customer,
        ...(login && { loginAccount: login }),
        productDestinationId: list,
      },
    ],
    audienceMembers: contacts.map(memberOf),
    encoding: "HEX",
  });

  return {
    atOnce: membersOfCall,
    lists: async () => (await lists()).slice(0, rowsOfPage).map(({ displayName }) => String(displayName)),
    openList: async (name) => {
      const filter = `&filter=${encodeURIComponent(`display_name = "${name}"`)}`;
      const found = (await lists(filter)).find(({ displayName }) => displayName === name);
      if (found) return String(found.id);
      const body = {
        displayName: name,
        description: "Kept up to date by Bellwether.",
        ingestedUserListInfo: {
          uploadKeyTypes: ["CONTACT_ID"],
          contactIdInfo: { dataSourceType: "DATA_SOURCE_TYPE_FIRST_PARTY" },
        },
      };
      return String(objectOf((await call("POST", place, { body })).body).id);
    },
    declare: async () => {},
    put: async (list, contacts) => {
      const refused: RefusedContact[] = [];
      let left = [...contacts];
      for (let tries = 0; left.length > 0; tries++) {
        const body = {
          ...requestOf(list, left),
          termsOfService: { customerMatchTermsOfServiceStatus: "ACCEPTED" },
          ...(consent === "granted" && { consent: granted }),
        };
        const wrong = wrongMembers(await call("POST", "/audienceMembers:ingest", { body, also: [400] }));
        if (wrong.size === 0) break;
        if (tries === mostTries)
          throw refuse("connection-failed", { detail: "Google refuses too many people of a request" });
        for (const [at, reason] of wrong) if (left[at]) refused.push({ email: left[at].email, reason });
        left = left.filter((_, at) => !wrong.has(at));
      }
      return refused;
    },
    remove: async (list, _, contacts) => {
      await call("POST", "/audienceMembers:remove", { body: requestOf(list, contacts) });
    },
    clear: async () => {},
  };
};

const granted = { adUserData: "CONSENT_GRANTED", adPersonalization: "CONSENT_GRANTED" };

interface Account {
  accountType: "GOOGLE_ADS";
  accountId: string;
}

const accountOf = (customerId: string): Account => ({
  accountType: "GOOGLE_ADS",
  accountId: customerId.replaceAll("-", ""),
});

const nameOf = ({ accountType, accountId }: Account): string =>
  `accountTypes/${accountType}/accounts/${accountId}`;

/** Lists that people can be added to by e-mail address and telephone number. */
const isOfContacts = ({ readOnly, ingestedUserListInfo }: Record<string, unknown>): boolean => {
  const { uploadKeyTypes } = objectOf(ingestedUserListInfo);
  return readOnly !== true && Array.isArray(uploadKeyTypes) && uploadKeyTypes.includes("CONTACT_ID");
};

const memberOf = ({ email, phone }: Identity) => ({
  userData: {
    userIdentifiers: [
      { emailAddress: sha256(googleAddress(email)) },
      ...(phone === null ? [] : [{ phoneNumber: sha256(phone) }]),
    ],
  },
});

/**
 * Reasons of the members that a request is refused for, by their place in it; none where it is taken. Refuses
 * `connection-failed` where it is refused for something else.
 */
const wrongMembers = (reply: Reply): Map<number, string> => {
  if (isFine(reply)) return new Map();
  const { status, details } = objectOf(objectOf(reply.body).error);
  const violations = listOf(details).flatMap(({ fieldViolations }) => listOf(fieldViolations));
  const wrong = violations.flatMap(({ field, reason }): [number, string][] => {
    const at = /audience_?members\[(\d+)\]/i.exec(String(field))?.[1];
    return at === undefined ? [] : [[Number(at), wordOf(reason)]];
  });
  if (wrong.length > 0) return new Map(wrong);
  const shown = wordOf(violations[0]?.reason ?? status);
  throw refuse("connection-failed", { detail: `Google refuses a request (HTTP ${reply.status}, ${shown})` });
};

const wordOf = (reason: unknown): string =>
  typeof reason === "string" && /^[A-Z][A-Z0-9_]{0,80}$/.test(reason) ? reason : "refused";
