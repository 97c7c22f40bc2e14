// Brevo's contacts, attributes, lists and imports, from https://developers.brevo.com/reference.

import { type Answer, must, only, type Request, startProgram, strictly } from "./program-server.js";

type Attributes = Record<string, string | number>;

export const startBrevo = async () => {
  const contacts = new Map<string, Attributes>();
  const attributes = new Map<string, string>([["SMS", "text"]]);
  const folders = new Map<number, string>();
  const lists = new Map<number, { name: string; members: Set<string> }>();
  const processes = new Map<string, number>();
  const page = <T>(rows: T[], query: URLSearchParams): T[] => {
    const [limit, offset] = [Number(query.get("limit")), Number(query.get("offset"))];
    must(limit > 0 && limit <= 50, "limit");
    return rows.slice(offset, offset + limit);
  };
  const set = (email: string, given: Attributes) => {
    for (const [name, value] of Object.entries(given)) {
      must(attributes.has(name), `unknown attribute ${name}`);
      must(attributes.get(name) !== "float" || value === "" || typeof value === "number", `number ${name}`);
    }
    const merged = { ...contacts.get(email), ...given };
    contacts.set(email, Object.fromEntries(Object.entries(merged).filter(([, value]) => value !== "")));
  };

  const answer = ({ method, path, query, body }: Request): Answer => {
    const place = path.replace(/^\/v3\//, "");
    const attribute = /^contacts\/attributes\/normal\/([A-Z0-9_]+)$/.exec(place);
    if (method === "POST" && attribute) {
      const { type } = body as { type: string };
      must(type === "float" || type === "text", "type");
      must(!attributes.has(attribute[1]!), "duplicate");
      attributes.set(attribute[1]!, type);
      return { status: 201 };
    }
    const removed = /^contacts\/lists\/(\d+)\/contacts\/remove$/.exec(place);
    if (method === "POST" && removed) {
      const { emails } = body as { emails: string[] };
      must(emails.length <= 150, "emails");
      const { members } = lists.get(Number(removed[1]))!;
      const on = emails.filter((email) => members.delete(email));
      if (on.length === 0) return { status: 400, body: { code: "invalid_parameter" } };
      return { status: 201, body: { contacts: { success: on } } };
    }
    const process = /^processes\/(\w+)$/.exec(place);
    if (method === "GET" && process) {
      const looks = processes.get(process[1]!)!;
      processes.set(process[1]!, looks + 1);
      return { status: 200, body: { status: ["queued", "in_process", "completed"][Math.min(2, looks)] } };
    }
    switch (`${method} ${place}`) {
      case "GET contacts/lists":
        return {
          status: 200,
          body: {
            lists: page(
              [...lists].map(([id, { name }]) => ({ id, name })),
              query,
            ),
            count: lists.size,
          },
        };
      case "GET contacts/folders":
        return {
          status: 200,
          body: {
            folders: page(
              [...folders].map(([id, name]) => ({ id, name })),
              query,
            ),
            count: folders.size,
          },
        };
      case "POST contacts/folders": {
        folders.set(folders.size + 1, (body as { name: string }).name);
        return { status: 201, body: { id: folders.size } };
      }
      case "POST contacts/lists": {
        const { name, folderId } = body as { name: string; folderId: number };
        must(folders.has(folderId), "folder");
        const id = lists.size + 7;
        lists.set(id, { name, members: new Set() });
        return { status: 201, body: { id } };
      }
      case "GET contacts/attributes": {
        const rows = [...attributes].map(([name, type]) => ({ name, type, category: "normal" }));
        return { status: 200, body: { attributes: rows } };
      }
      case "POST contacts/import": {
        const given = body as {
          jsonBody: { email: string; attributes: Attributes }[];
          listIds: number[];
          updateExistingContacts: boolean;
          emptyContactsAttributes: boolean;
        };
        only(given, "jsonBody", "listIds", "updateExistingContacts", "emptyContactsAttributes");
        must(
          given.updateExistingContacts && given.emptyContactsAttributes && lists.has(given.listIds[0]!),
          "import",
        );
        for (const { email, attributes: values } of given.jsonBody) {
          set(email, values);
          lists.get(given.listIds[0]!)!.members.add(email);
        }
        const id = `p${processes.size}`;
        processes.set(id, 0);
        return { status: 202, body: { processId: id } };
      }
      case "POST contacts/batch": {
        const { contacts: given } = body as { contacts: { email: string; attributes: Attributes }[] };
        must(given.length <= 100, "contacts");
        for (const { email, attributes: values } of given) if (contacts.has(email)) set(email, values);
        return { status: 204 };
      }
      default:
        return { status: 404, body: { code: "document_not_found" } };
    }
  };

  const server = await startProgram({
    options: { type: "brevo" },
    secret: "xkeysib-test",
    headers: { "api-key": "xkeysib-test", "content-type": "application/json" },
    answer: strictly(answer),
  });
  return {
    server,
    members: (name: string) => {
      const list = [...lists.values()].find((known) => known.name === name);
      return new Map([...contacts].filter(([email]) => list?.members.has(email)));
    },
    propertiesOf: (email: string) => contacts.get(email),
    add: (name: string, email: string) => {
      contacts.set(email, {});
      [...lists.values()].find((known) => known.name === name)!.members.add(email);
    },
  };
};
