// Klaviyo's profiles, lists and import jobs, from https://developers.klaviyo.com/en/reference/api_overview:
// JSON:API of one revision, pages of 10 lists, filters of 100 addresses, imports that cannot empty a property.

import { type Answer, must, only, type Request, startProgram, strictly } from "./program-server.js";

interface Profile {
  id: string;
  email: string;
  attributes: Record<string, unknown>;
  properties: Record<string, unknown>;
}

interface Resource {
  type: string;
  id?: string;
  attributes: Record<string, unknown>;
  meta?: { patch_properties: { unset: string[] } };
}

const refusedAddress = /@refused\.example$/;

export const startKlaviyo = async () => {
  const profiles = new Map<string, Profile>();
  const lists = new Map<string, { name: string; members: Set<string> }>();
  const jobs = new Map<string, { looks: number; errors: object[] }>();
  const idOf = (prefix: string, number: number) => `${prefix}${String(number).padStart(4, "0")}`;

  const imported = (body: unknown): Answer => {
    const { data } = body as {
      data: {
        type: string;
        attributes: { profiles: { data: Resource[] } };
        relationships: { lists: { data: { type: string; id: string }[] } };
      };
    };
    must(data.type === "profile-bulk-import-job", "type");
    const sent = data.attributes.profiles.data;
    must(sent.length > 0 && sent.length <= 10_000, "number of profiles");
    const [list] = data.relationships.lists.data;
    must(list?.type === "list" && lists.has(list.id), "list");
    const errors: object[] = [];
    for (const { type, attributes } of sent) {
      only(attributes, "email", "first_name", "last_name", "phone_number", "properties");
      must(type === "profile" && typeof attributes.email === "string", "profile");
      const email = String(attributes.email);
      if (refusedAddress.test(email)) {
        const source = { pointer: "/data/attributes/profiles/data/0/attributes/email" };
        const error = {
          code: "invalid",
          title: "Invalid input.",
          detail: email,
          source,
          original_payload: attributes,
        };
        errors.push({ type: "import-error", id: idOf("e", errors.length), attributes: error });
        continue;
      }
      const known = profiles.get(email) ?? {
        id: idOf("p", profiles.size),
        email,
        attributes: {},
        properties: {},
      };
      const given = Object.entries(attributes.properties as object).filter(([, value]) => value !== null);
      const { properties: _, ...own } = attributes;
      profiles.set(email, {
        ...known,
        attributes: { ...known.attributes, ...own },
        properties: { ...known.properties, ...Object.fromEntries(given) },
      });
      lists.get(list!.id)!.members.add(known.id);
    }
    const id = idOf("j", jobs.size);
    jobs.set(id, { looks: 0, errors });
    return { status: 202, body: { data: { type: data.type, id, attributes: { status: "queued" } } } };
  };

  const answer = ({ method, path, query, body }: Request): Answer => {
    const [, , kind, id, part] = path.split("/") as (string | undefined)[];
    const route = `${method} ${kind}${id ? "/id" : ""}${part ? `/${part}` : ""}`;
    switch (route) {
      case "GET lists": {
        const wanted = /^equals\(name,"(.*)"\)$/.exec(query.get("filter") ?? "")?.[1];
        const rows = [...lists].filter(([, { name }]) => wanted === undefined || name === wanted);
        const from = Number(query.get("page[cursor]") ?? 0);
        const data = rows
          .slice(from, from + 10)
          .map(([list, { name }]) => ({ type: "list", id: list, attributes: { name } }));
        const hasMore = from + 10 < rows.length;
        const next = hasMore ? `https://a.klaviyo.com/api/lists?page%5Bcursor%5D=${from + 10}` : null;
        return { status: 200, body: { data, links: { next } } };
      }
      case "POST lists": {
        const { data } = body as { data: Resource };
        must(data.type === "list" && typeof data.attributes.name === "string", "list");
        const list = idOf("L", lists.size);
        lists.set(list, { name: String(data.attributes.name), members: new Set() });
        return { status: 201, body: { data: { type: "list", id: list, attributes: data.attributes } } };
      }
      case "DELETE lists/id/relationships": {
        const { data } = body as { data: { type: string; id: string }[] };
        must(data.length > 0 && data.length <= 1_000 && lists.has(id!), "members");
        for (const member of data) lists.get(id!)!.members.delete(member.id);
        return { status: 204 };
      }
      case "POST profile-bulk-import-jobs":
        return imported(body);
      case "GET profile-bulk-import-jobs/id": {
        const job = jobs.get(id!)!;
        const status = ["queued", "processing", "complete"][Math.min(2, job.looks++)];
        return {
          status: 200,
          body: { data: { id, attributes: { status, failed_count: job.errors.length } } },
        };
      }
      case "GET profile-bulk-import-jobs/id/import-errors":
        return { status: 200, body: { data: jobs.get(id!)!.errors, links: { next: null } } };
      case "GET profiles": {
        const emails = JSON.parse(
          /^any\(email,(\[.*\])\)$/.exec(query.get("filter") ?? "")?.[1] ?? "[]",
        ) as string[];
        must(emails.length > 0 && emails.length <= 100, "filter");
        const found = emails.flatMap((email) => profiles.get(email) ?? []);
        const data = found.map((profile) => ({
          type: "profile",
          id: profile.id,
          attributes: { email: profile.email },
        }));
        return { status: 200, body: { data, links: { next: null } } };
      }
      case "PATCH profiles/id": {
        const { data } = body as { data: Resource };
        const profile = [...profiles.values()].find((known) => known.id === id);
        must(profile && data.id === id && data.type === "profile", "profile");
        for (const name of data.meta!.patch_properties.unset) delete profile!.properties[name];
        return { status: 200, body: { data: { id } } };
      }
      default:
        return { status: 404, body: { errors: [{ code: "not_found" }] } };
    }
  };

  const server = await startProgram({
    options: { type: "klaviyo" },
    secret: "pk_test",
    headers: {
      authorization: "Klaviyo-API-Key pk_test",
      revision: "2025-01-15",
      "content-type": "application/vnd.api+json",
    },
    answer: strictly(answer),
  });
  return {
    server,
    /** Names and properties of a list's members, by address. */
    members: (name: string) => {
      const list = [...lists.values()].find((known) => known.name === name);
      const on = [...profiles.values()].filter(({ id }) => list?.members.has(id));
      return new Map(on.map(({ email, properties }) => [email, properties]));
    },
    propertiesOf: (email: string) => profiles.get(email)?.properties,
    /** Somebody else adds an address to a list. */
    add: (name: string, email: string) => {
      const id = idOf("p", profiles.size);
      profiles.set(email, { id, email, attributes: {}, properties: {} });
      [...lists.values()].find((known) => known.name === name)!.members.add(id);
    },
    addLists: (count: number) => {
      for (let i = 0; i < count; i++) lists.set(`X${i}`, { name: `Other ${i}`, members: new Set() });
    },
  };
};
