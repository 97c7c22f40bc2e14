// Mailchimp's members, merge fields and static segments, from https://mailchimp.com/developer/marketing/api:
// tags of merge fields are Mailchimp's, and a segment has members of the audience alone.

import { type Answer, must, only, type Request, startProgram, strictly } from "./program-server.js";

type Fields = Record<string, string | number>;

export const startMailchimp = async (audience: readonly string[]) => {
  const members = new Map<string, Fields>(audience.map((email) => [email, {}]));
  const fields = new Map<string, { name: string; type: string }>();
  const segments = new Map<number, { name: string; members: Set<string> }>();

  const change = (id: number, body: unknown): Answer => {
    only(body as object, "members_to_add", "members_to_remove");
    const { members_to_add: add = [], members_to_remove: remove = [] } = body as Record<string, string[]>;
    must(add.length <= 500 && remove.length <= 500, "members");
    const segment = segments.get(id)!;
    const added = add.filter((email) => members.has(email));
    for (const email of added) segment.members.add(email);
    for (const email of remove) segment.members.delete(email);
    const unknown = add.filter((email) => !members.has(email));
    return {
      status: 200,
      body: {
        members_added: added.map((email_address) => ({ email_address })),
        errors:
          unknown.length > 0 ? [{ email_addresses: unknown, error: "Email address does not exist" }] : [],
      },
    };
  };

  const answer = ({ method, path, body }: Request): Answer => {
    const place = path.replace(/^\/3\.0\/lists\/a1b2/, "");
    const segment = /^\/segments\/(\d+)$/.exec(place);
    if (method === "POST" && segment) return change(Number(segment[1]), body);
    switch (`${method} ${place}`) {
      case "GET /segments":
        return { status: 200, body: { segments: [...segments].map(([id, { name }]) => ({ id, name })) } };
      case "POST /segments": {
        const { name, static_segment: of } = body as { name: string; static_segment: string[] };
        must(name && Array.isArray(of), "segment");
        const id = segments.size + 11;
        segments.set(id, { name, members: new Set(of) });
        return { status: 200, body: { id, name } };
      }
      case "GET /merge-fields":
        return { status: 200, body: { merge_fields: [...fields].map(([tag, { name }]) => ({ tag, name })) } };
      case "POST /merge-fields": {
        const { name, type } = body as { name: string; type: string };
        must(name.length <= 50 && (type === "number" || type === "text"), "merge field");
        const tag = `MMERGE${fields.size + 5}`;
        fields.set(tag, { name, type });
        return { status: 200, body: { tag, name } };
      }
      case "POST ": {
        const given = body as {
          members: { email_address: string; merge_fields: Fields; status?: string }[];
          update_existing: boolean;
        };
        must(given.members.length <= 500 && given.update_existing, "members");
        for (const { email_address: email, merge_fields: values, status } of given.members) {
          must(status === undefined && members.has(email), "member");
          for (const tag of Object.keys(values)) must(fields.has(tag), `unknown merge field ${tag}`);
          members.set(email, { ...members.get(email), ...values });
        }
        return { status: 200, body: { errors: [] } };
      }
      default:
        return { status: 404, body: { title: "Resource Not Found" } };
    }
  };

  const key = "0123456789abcdef-us21";
  const server = await startProgram({
    options: { type: "mailchimp", audience_id: "a1b2" },
    secret: key,
    headers: {
      authorization: `Basic ${Buffer.from(`bellwether:${key}`).toString("base64")}`,
      "content-type": "application/json",
    },
    answer: strictly(answer),
  });
  const named = (values: Fields) =>
    Object.fromEntries(
      Object.entries(values).flatMap(([tag, value]) =>
        value === "" ? [] : [[fields.get(tag)!.name, value]],
      ),
    );
  return {
    server,
    members: (name: string) => {
      const found = [...segments.values()].find((known) => known.name === name);
      const on = [...members].filter(([email]) => found?.members.has(email));
      return new Map(on.map(([email, values]) => [email, named(values)]));
    },
    propertiesOf: (email: string) => named(members.get(email) ?? {}),
    add: (name: string, email: string) => {
      members.set(email, {});
      [...segments.values()].find((known) => known.name === name)!.members.add(email);
    },
  };
};
