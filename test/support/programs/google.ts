// Google Ads' customer lists, from https://developers.google.com/data-manager/api/reference/rest: tokens of a service account,
// lists of contact information, members by identifiers in hex, one wrong member that fails a request. What is taken off is
// found by its identifiers.

import { generateKeyPairSync, verify } from "node:crypto";
import { type Answer, must, only, type Request, startProgram, strictly } from "./program-server.js";

const { privateKey, publicKey } = generateKeyPairSync("rsa", { modulusLength: 2048 });
const credentials = {
  type: "service_account",
  client_email: "bellwether@shop.iam.gserviceaccount.com",
  private_key: privateKey.export({ type: "pkcs8", format: "pem" }) as string,
};
const customer = { accountType: "GOOGLE_ADS", accountId: "1234567890" };
const parent = "accountTypes/GOOGLE_ADS/accounts/1234567890";

interface Identifier {
  emailAddress?: string;
  phoneNumber?: string;
}

export const startGoogle = async ({
  consent = "unspecified",
}: {
  consent?: "unspecified" | "granted";
} = {}) => {
  const lists = new Map<string, { displayName: string; keys: string[]; identifiers: Set<string> }>();
  const refused = new Set<string>();

  const tokenFor = (body: unknown): Answer => {
    const { grant_type, assertion } = body as Record<string, string>;
    must(grant_type === "urn:ietf:params:oauth:grant-type:jwt-bearer", "grant_type");
    const [header, claims, signature] = assertion!.split(".");
    const isSigned = verify(
      "RSA-SHA256",
      Buffer.from(`${header}.${claims}`),
      publicKey,
      Buffer.from(signature!, "base64url"),
    );
    const { iss, scope } = JSON.parse(Buffer.from(claims!, "base64url").toString()) as Record<string, string>;
    must(isSigned && iss === credentials.client_email, "assertion");
    must(scope === "https://www.googleapis.com/auth/datamanager", "scope");
    return { status: 200, body: { access_token: "ya29-test", expires_in: 3_600 } };
  };

  /** The list, and the identifiers of each member. */
  const membersIn = (body: unknown) => {
    const { destinations, audienceMembers, encoding } = body as {
      destinations: { operatingAccount: object; productDestinationId: string }[];
      audienceMembers: { userData: { userIdentifiers: Identifier[] } }[];
      encoding: string;
    };
    const [destination] = destinations;
    only(destination!, "operatingAccount", "productDestinationId");
    must(destinations.length === 1 && encoding === "HEX", "encoding");
    must(JSON.stringify(destination!.operatingAccount) === JSON.stringify(customer), "operatingAccount");
    must(audienceMembers.length > 0 && audienceMembers.length <= 10_000, "audienceMembers");
    const list = lists.get(destination!.productDestinationId);
    must(list?.keys.includes("CONTACT_ID"), "productDestinationId");
    const members = audienceMembers.map(({ userData }) =>
      userData.userIdentifiers.map((identifier) => {
        only(identifier, "emailAddress", "phoneNumber");
        const [hash, ...others] = Object.values(identifier);
        must(others.length === 0 && /^[0-9a-f]{64}$/.test(hash), "identifier");
        return hash as string;
      }),
    );
    return { list: list!, members };
  };

  const ingest = (body: unknown): Answer => {
    const given = body as { termsOfService: object; consent?: object };
    only(given, "destinations", "audienceMembers", "encoding", "termsOfService", "consent");
    must(
      JSON.stringify(given.termsOfService) === '{"customerMatchTermsOfServiceStatus":"ACCEPTED"}',
      "termsOfService",
    );
    must((given.consent !== undefined) === (consent === "granted"), "consent");
    const { list, members } = membersIn(body);
    const wrong = members.findIndex((identifiers) => identifiers.some((each) => refused.has(each)));
    if (wrong >= 0)
      return violation(`audience_members.audience_members[${wrong}].user_data`, "INVALID_SHA256_FORMAT");
    for (const identifier of members.flat()) list.identifiers.add(identifier);
    return { status: 200, body: { requestId: "r1" } };
  };

  const answer = ({ method, path, query, body }: Request): Answer => {
    switch (`${method} ${path}`) {
      case "POST /token":
        return tokenFor(body);
      case `GET /v1/${parent}/userLists`: {
        must(Number(query.get("pageSize")) <= 1_000, "pageSize");
        const wanted = /^display_name = "(.*)"$/.exec(query.get("filter") ?? "")?.[1];
        const found = [...lists].filter(
          ([, { displayName }]) => wanted === undefined || displayName === wanted,
        );
        const from = Number(query.get("pageToken") ?? 0);
        const userLists = found.slice(from, from + 10).map(([id, { displayName, keys }]) => ({
          name: `${parent}/userLists/${id}`,
          id,
          displayName,
          ingestedUserListInfo: { uploadKeyTypes: keys },
        }));
        const nextPageToken = from + 10 < found.length ? String(from + 10) : undefined;
        return { status: 200, body: { userLists, ...(nextPageToken && { nextPageToken }) } };
      }
      case `POST /v1/${parent}/userLists`: {
        const given = body as { displayName: string; ingestedUserListInfo: { uploadKeyTypes: string[] } };
        only(given, "displayName", "description", "ingestedUserListInfo");
        must(given.ingestedUserListInfo.uploadKeyTypes.length === 1, "uploadKeyTypes");
        must(
          [...lists.values()].every(({ displayName }) => displayName !== given.displayName),
          "displayName",
        );
        const id = String(7_000_000 + lists.size);
        const { uploadKeyTypes: keys } = given.ingestedUserListInfo;
        lists.set(id, { displayName: given.displayName, keys, identifiers: new Set() });
        return {
          status: 200,
          body: { name: `${parent}/userLists/${id}`, id, displayName: given.displayName },
        };
      }
      case "POST /v1/audienceMembers:ingest":
        return ingest(body);
      case "POST /v1/audienceMembers:remove": {
        only(body as object, "destinations", "audienceMembers", "encoding");
        const { list, members } = membersIn(body);
        for (const identifier of members.flat()) list.identifiers.delete(identifier);
        return { status: 200, body: { requestId: "r2" } };
      }
      default:
        return { status: 404, body: { error: { code: 404, status: "NOT_FOUND" } } };
    }
  };

  const server = await startProgram({
    options: { type: "google", customer_id: "123-456-7890", consent },
    secret: JSON.stringify(credentials),
    headers: { authorization: "Bearer ya29-test", "content-type": "application/json" },
    tokenPath: "/token",
    answer: strictly(answer),
  });
  const named = (name: string) => [...lists.values()].find(({ displayName }) => displayName === name);
  return {
    server,
    /** Hashes of addresses and telephones of a list. */
    members: (name: string): string[] => [...(named(name)?.identifiers ?? [])],
    add: (name: string, identifier: string) => void named(name)!.identifiers.add(identifier),
    addLists: (count: number) => {
      for (let i = 0; i < count; i++)
        lists.set(String(100 + i), {
          displayName: `Other ${i}`,
          keys: ["MOBILE_ID"],
          identifiers: new Set(),
        });
    },
    /** From now on, a member with this hash fails its request. */
    refuse: (identifier: string) => void refused.add(identifier),
  };
};

const violation = (field: string, reason: string): Answer => ({
  status: 400,
  body: {
    error: {
      code: 400,
      message: "There was a problem with the request.",
      status: "INVALID_ARGUMENT",
      details: [
        {
          "@type": "type.googleapis.com/google.rpc.BadRequest",
          fieldViolations: [{ field, description: "…", reason }],
        },
      ],
    },
  },
});
