// Brevo by its interface of version 3: https://developers.brevo.com/reference. Contacts are imported by
// processes, whose end says nothing about single addresses.

import { secretOf } from "../access.js";
import {
  type Contact,
  callsOf,
  listOf,
  objectOf,
  type Program,
  type ProgramAccess,
  type Property,
  plainName,
  slices,
  valuesByName,
} from "./program.js";

const contactsOfImport = 1_000;
const contactsOfChange = 100;
const rowsOfPage = 50;
const mostPages = 20;
const folderName = "Bellwether";

export const openBrevo = (access: ProgramAccess): Program => {
  const { call, until } = callsOf(access, (service) => `${service.urlOf("api.brevo.com")}/v3`, {
    "api-key": secretOf(access),
  });

  const pagesOf = async (what: "lists" | "folders"): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    for (let page = 0; page < mostPages; page++) {
      const place = `/contacts/${what}?limit=${rowsOfPage}&offset=${page * rowsOfPage}`;
      const rows = listOf(objectOf((await call("GET", place)).body)[what]);
      found.push(...rows);
      if (rows.length < rowsOfPage) break;
    }
    return found;
  };

  const idOf = async (what: "lists" | "folders", name: string): Promise<number | undefined> => {
    const found = (await pagesOf(what)).find((each) => each.name === name);
    return found && Number(found.id);
  };

  const make = async (
    what: "lists" | "folders",
    body: { name: string; folderId?: number },
  ): Promise<number> => {
    return Number(objectOf((await call("POST", `/contacts/${what}`, { body })).body).id);
  };

  return {
    atOnce: contactsOfImport,
    lists: async () => (await pagesOf("lists")).map(({ name }) => String(name)),
    openList: async (name) => {
      const known = await idOf("lists", name);
      if (known !== undefined) return String(known);
      const folderId = (await idOf("folders", folderName)) ?? (await make("folders", { name: folderName }));
      return String(await make("lists", { name, folderId }));
    },
    declare: async (properties) => {
      const { body } = await call("GET", "/contacts/attributes");
      const known = new Set(listOf(objectOf(body).attributes).map(({ name }) => name));
      const names: Property[] = [
        { name: "firstname", holds: "text" },
        { name: "lastname", holds: "text" },
      ];
      for (const { name, holds } of [...names, ...properties])
        if (!known.has(attributeName(name)))
          await call("POST", `/contacts/attributes/normal/${attributeName(name)}`, {
            body: { type: holds === "number" ? "float" : "text" },
          });
    },
    put: async (list, contacts, properties) => {
      const { body } = await call("POST", "/contacts/import", {
        body: {
          jsonBody: contacts.map((contact) => ({
            email: contact.email,
            attributes: attributesOf(contact, properties),
          })),
          listIds: [Number(list)],
          updateExistingContacts: true,
          emptyContactsAttributes: true,
        },
      });
      const process = String(objectOf(body).processId);
      await until(
        async () => objectOf((await call("GET", `/processes/${process}`)).body).status === "completed",
      );
      return [];
    },
    remove: async (list, emails) => {
      // 400: none of them is on the list.
      for (const some of slices(emails, contactsOfChange))
        await call("POST", `/contacts/lists/${list}/contacts/remove`, {
          body: { emails: some },
          also: [400],
        });
    },
    clear: async (emails, properties) => {
      const attributes = Object.fromEntries(properties.map(({ name }) => [attributeName(name), ""]));
      for (const some of slices(emails, contactsOfChange))
        await call("POST", "/contacts/batch", {
          body: { contacts: some.map((email) => ({ email, attributes })) },
        });
    },
  };
};

const attributeName = (name: string): string => plainName(name).toUpperCase();

const attributesOf = (contact: Contact, properties: readonly Property[]) => {
  const { first_name: FIRSTNAME, last_name: LASTNAME } = contact;
  const names = Object.entries({ FIRSTNAME, LASTNAME }).filter(([, value]) => value !== null);
  const values = Object.entries(valuesByName(contact, properties, attributeName));
  return Object.fromEntries([...names, ...values.map(([name, value]) => [name, value ?? ""])]);
};
