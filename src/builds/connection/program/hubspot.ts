// HubSpot by its CRM interface: https://developers.hubspot.com/docs/api-reference/crm-contacts-v3. A batch with
// one bad address is refused as a whole, so it is halved until the bad address stands alone.

import { secretOf } from "../access.js";
import type { Reply } from "../cloud/service.js";
import {
  type Contact,
  callsOf,
  codeOf,
  isFine,
  listOf,
  objectOf,
  type Program,
  type ProgramAccess,
  type Property,
  plainName,
  type RefusedContact,
  valuesByName,
} from "./program.js";

const contactsAtOnce = 100;
/** Type of the objects of a list that are contacts. */
const contactType = "0-1";
const group = "bellwether";

export const openHubspot = (access: ProgramAccess): Program => {
  const { call } = callsOf(access, (service) => service.urlOf("api.hubapi.com"), {
    authorization: `Bearer ${secretOf(access)}`,
  });

  const idsOf = async (emails: readonly string[]): Promise<string[]> => {
    const inputs = emails.map((id) => ({ id }));
    const body = { idProperty: "email", properties: ["email"], inputs };
    const { body: found } = await call("POST", "/crm/v3/objects/contacts/batch/read", { body });
    return listOf(objectOf(found).results).map(({ id }) => String(id));
  };

  const upsert = async (
    contacts: readonly Contact[],
    properties: readonly Property[],
  ): Promise<{ ids: string[]; refused: RefusedContact[] }> => {
    const inputs = contacts.map((contact) => ({
      idProperty: "email",
      id: contact.email,
      properties: propertiesOf(contact, properties),
    }));
    const reply = await call("POST", "/crm/v3/objects/contacts/batch/upsert", {
      body: { inputs },
      also: [400],
    });
    if (isFine(reply)) return takenOf(reply, contacts);
    const reason = codeOf(reply.body) ?? "HTTP 400";
    if (contacts.length === 1) return { ids: [], refused: [{ email: contacts[0]!.email, reason }] };
    const half = Math.ceil(contacts.length / 2);
    const parts = [
      await upsert(contacts.slice(0, half), properties),
      await upsert(contacts.slice(half), properties),
    ];
    return { ids: parts.flatMap(({ ids }) => ids), refused: parts.flatMap(({ refused }) => refused) };
  };

  return {
    atOnce: contactsAtOnce,
    lists: async () => {
      const body = { query: "", count: 500, offset: 0, processingTypes: ["MANUAL"] };
      const { body: found } = await call("POST", "/crm/v3/lists/search", { body });
      return listOf(objectOf(found).lists).map(({ name }) => String(name));
    },
    openList: async (name) => {
      const place = `/crm/v3/lists/object-type-id/${contactType}/name/${encodeURIComponent(name)}`;
      const found = await call("GET", place, { also: [404] });
      const body = { name, objectTypeId: contactType, processingType: "MANUAL" };
      const { body: list } = isFine(found) ? found : await call("POST", "/crm/v3/lists", { body });
      return String(objectOf(objectOf(list).list).listId);
    },
    declare: async (properties) => {
      const { body } = await call("GET", "/crm/v3/properties/contacts");
      const known = new Set(listOf(objectOf(body).results).map(({ name }) => name));
      const missing = properties.filter(({ name }) => !known.has(plainName(name)));
      if (missing.length === 0) return;
      await call("POST", "/crm/v3/properties/contacts/groups", {
        body: { name: group, label: "Bellwether" },
        also: [409],
      });
      for (const { name, holds } of missing)
        await call("POST", "/crm/v3/properties/contacts", {
          body: {
            name: plainName(name),
            label: name,
            groupName: group,
            ...(holds === "number"
              ? { type: "number", fieldType: "number" }
              : { type: "string", fieldType: "text" }),
          },
          also: [409],
        });
    },
    put: async (list, contacts, properties) => {
      const { ids, refused } = await upsert(contacts, properties);
      if (ids.length > 0) await call("PUT", `/crm/v3/lists/${list}/memberships/add`, { body: ids });
      return refused;
    },
    remove: async (list, emails) => {
      const ids = await idsOf(emails);
      if (ids.length > 0) await call("PUT", `/crm/v3/lists/${list}/memberships/remove`, { body: ids });
    },
    clear: async (emails, properties) => {
      const emptied = Object.fromEntries(properties.map(({ name }) => [plainName(name), ""]));
      const inputs = (await idsOf(emails)).map((id) => ({ id, properties: emptied }));
      if (inputs.length > 0)
        await call("POST", "/crm/v3/objects/contacts/batch/update", { body: { inputs } });
    },
  };
};

/** Values are texts; an empty one empties a property. Names and telephones that are not known are left alone. */
const propertiesOf = (contact: Contact, properties: readonly Property[]): Record<string, string> => {
  const known = { firstname: contact.first_name, lastname: contact.last_name, phone: contact.phone };
  return Object.fromEntries([
    ...Object.entries(known).flatMap(([name, value]) => (value === null ? [] : [[name, value]])),
    ...Object.entries(valuesByName(contact, properties, plainName)).map(([name, value]) => [
      name,
      value === null ? "" : String(value),
    ]),
  ]);
};

/** Whoever is not among the results of a batch was refused. */
const takenOf = ({ body }: Reply, contacts: readonly Contact[]) => {
  const { results, errors } = objectOf(body);
  const taken = listOf(results);
  const emails = new Set(taken.map(({ properties }) => String(objectOf(properties).email).toLowerCase()));
  const reason = codeOf({ errors: listOf(errors).map(({ category }) => ({ code: category })) }) ?? "refused";
  return {
    ids: taken.map(({ id }) => String(id)),
    refused: contacts.flatMap(({ email }) => (emails.has(email) ? [] : { email, reason })),
  };
};
