// HubSpot's contacts, properties and lists, from https://developers.hubspot.com/docs/api-reference/crm-contacts-v3:
// batches of 100, properties that exist, values that are texts, one bad address that fails a batch.

import { type Answer, must, only, type Request, startProgram, strictly } from "./program-server.js";

interface Input {
  id: string;
  idProperty?: string;
  properties: Record<string, string>;
}

const refusedAddress = /@refused\.example$/;

export const startHubspot = async () => {
  const contacts = new Map<string, { id: string; properties: Record<string, string> }>();
  const properties = new Map([
    ["email", "string"],
    ["firstname", "string"],
    ["lastname", "string"],
    ["phone", "string"],
  ]);
  const groups = new Set<string>();
  const lists = new Map<string, { name: string; members: Set<string> }>();
  const byId = (id: string) => [...contacts.values()].find((contact) => contact.id === id);

  const check = (inputs: readonly Input[]) => {
    must(inputs.length > 0 && inputs.length <= 100, "number of inputs");
    for (const { properties: given } of inputs)
      for (const [name, value] of Object.entries(given)) {
        must(properties.has(name), `unknown property ${name}`);
        must(typeof value === "string", `value of ${name}`);
        must(
          properties.get(name) !== "number" || value === "" || !Number.isNaN(Number(value)),
          `number ${name}`,
        );
      }
  };

  const answer = ({ method, path, body }: Request): Answer => {
    const place = path.replace(/^\/crm\/v3\//, "");
    const list = /^lists\/(\d+)\/memberships\/(add|remove)$/.exec(place);
    if (method === "PUT" && list) {
      const known = lists.get(list[1]!);
      for (const id of body as string[]) {
        must(known && byId(id), "member");
        if (list[2] === "add") known!.members.add(id);
        else known!.members.delete(id);
      }
      return { status: 200, body: { recordIdsMissing: [] } };
    }
    const named = /^lists\/object-type-id\/0-1\/name\/(.+)$/.exec(place);
    if (method === "GET" && named) {
      const found = [...lists].find(([, { name }]) => name === decodeURIComponent(named[1]!));
      return found
        ? { status: 200, body: { list: { listId: found[0], name: found[1].name } } }
        : { status: 404, body: { category: "OBJECT_NOT_FOUND" } };
    }
    switch (`${method} ${place}`) {
      case "POST lists/search":
        return {
          status: 200,
          body: { lists: [...lists.values()].map(({ name }) => ({ name })), hasMore: false },
        };
      case "POST lists": {
        const { name, objectTypeId, processingType } = body as Record<string, string>;
        must(name && objectTypeId === "0-1" && processingType === "MANUAL", "list");
        const id = String(lists.size + 1);
        lists.set(id, { name: name!, members: new Set() });
        return { status: 200, body: { list: { listId: id, name } } };
      }
      case "GET properties/contacts":
        return { status: 200, body: { results: [...properties.keys()].map((name) => ({ name })) } };
      case "POST properties/contacts/groups": {
        const { name, label } = body as Record<string, string>;
        must(name && label, "group");
        if (groups.has(name!)) return { status: 409, body: { category: "CONFLICT" } };
        groups.add(name!);
        return { status: 201, body: { name } };
      }
      case "POST properties/contacts": {
        const given = body as Record<string, string>;
        only(given, "name", "label", "groupName", "type", "fieldType");
        must(/^[a-z][a-z0-9_]*$/.test(given.name!) && groups.has(given.groupName!), "property");
        must(
          given.type === "number" ? given.fieldType === "number" : given.fieldType === "text",
          "field type",
        );
        properties.set(given.name!, given.type!);
        return { status: 201, body: { name: given.name } };
      }
      case "POST objects/contacts/batch/upsert": {
        const { inputs } = body as { inputs: Input[] };
        check(inputs);
        if (inputs.some(({ id }) => refusedAddress.test(id)))
          return {
            status: 400,
            body: { status: "error", category: "VALIDATION_ERROR", message: inputs[0]!.id },
          };
        const results = inputs.map(({ id: email, idProperty, properties: given }) => {
          must(idProperty === "email", "idProperty");
          const known = contacts.get(email) ?? { id: String(1_000 + contacts.size), properties: {} };
          const made = { ...known, properties: { ...known.properties, ...given, email } };
          contacts.set(email, made);
          return { id: made.id, properties: { email }, new: known !== made };
        });
        return { status: 200, body: { status: "COMPLETE", results } };
      }
      case "POST objects/contacts/batch/read": {
        const { idProperty, inputs } = body as { idProperty: string; inputs: { id: string }[] };
        must(idProperty === "email" && inputs.length <= 100, "inputs");
        const results = inputs.flatMap(({ id }) => contacts.get(id) ?? []);
        return { status: results.length === inputs.length ? 200 : 207, body: { results } };
      }
      case "POST objects/contacts/batch/update": {
        const { inputs } = body as { inputs: Input[] };
        check(inputs);
        for (const { id, properties: given } of inputs) Object.assign(byId(id)!.properties, given);
        return { status: 200, body: { results: inputs } };
      }
      default:
        return { status: 404, body: { category: "NOT_FOUND" } };
    }
  };

  const server = await startProgram({
    options: { type: "hubspot" },
    secret: "pat-test",
    headers: { authorization: "Bearer pat-test", "content-type": "application/json" },
    answer: strictly(answer),
  });
  return {
    server,
    members: (name: string) => {
      const list = [...lists.values()].find((known) => known.name === name);
      const on = [...contacts].filter(([, { id }]) => list?.members.has(id));
      return new Map(on.map(([email, contact]) => [email, contact.properties]));
    },
    propertiesOf: (email: string) => contacts.get(email)?.properties,
    add: (name: string, email: string) => {
      const id = String(1_000 + contacts.size);
      contacts.set(email, { id, properties: { email } });
      [...lists.values()].find((known) => known.name === name)!.members.add(id);
    },
  };
};
