// Klaviyo by its JSON:API: https://developers.klaviyo.com/en/reference/api_overview. Profiles are imported by
// jobs, which merge properties and cannot empty them.

import { secretOf } from "../access.js";
import {
  type Contact,
  callsOf,
  listOf,
  objectOf,
  type Program,
  type ProgramAccess,
  type Property,
  type RefusedContact,
  slices,
  valuesByName,
} from "./program.js";

const revision = "2025-01-15";
/** A job takes 10,000 profiles and 5 MB. */
const profilesOfJob = 1_000;
/** Addresses of one filter, and rows of one page. */
const addressesAtOnce = 100;
const mostPages = 100;

export const openKlaviyo = (access: ProgramAccess): Program => {
  const { call, until } = callsOf(access, (service) => `${service.urlOf("a.klaviyo.com")}/api`, {
    authorization: `Klaviyo-API-Key ${secretOf(access)}`,
    revision,
    "content-type": "application/vnd.api+json",
  });

  /** Rows of all pages. The next page is given as an address, of which only the cursor is followed. */
  const pagesOf = async (place: string): Promise<Record<string, unknown>[]> => {
    const found: Record<string, unknown>[] = [];
    let cursor = "";
    for (let page = 0; page < mostPages; page++) {
      const { body } = await call("GET", `${place}${cursor}`);
      found.push(...listOf(objectOf(body).data));
      const next = objectOf(objectOf(body).links).next;
      const after = typeof next === "string" ? new URL(next).searchParams.get("page[cursor]") : null;
      if (after === null) break;
      cursor = `&page%5Bcursor%5D=${encodeURIComponent(after)}`;
    }
    return found;
  };

  const idsOf = async (emails: readonly string[]): Promise<string[]> => {
    const ids: string[] = [];
    for (const some of slices(emails, addressesAtOnce)) {
      const filter = `any(email,${JSON.stringify(some)})`;
      const place = `/profiles?filter=${encodeURIComponent(filter)}&fields%5Bprofile%5D=email&page%5Bsize%5D=100`;
      ids.push(...(await pagesOf(place)).map(({ id }) => String(id)));
    }
    return ids;
  };

  const refusedOf = async (job: string, contacts: readonly Contact[]): Promise<RefusedContact[]> => {
    const errors = await pagesOf(`/profile-bulk-import-jobs/${job}/import-errors?page%5Bsize%5D=100`);
    const known = new Set(contacts.map(({ email }) => email));
    return errors.flatMap(({ attributes }) => {
      const { code, original_payload: sent } = objectOf(attributes);
      const email = String(objectOf(sent).email ?? "").toLowerCase();
      return known.has(email) ? { email, reason: String(code) } : [];
    });
  };

  return {
    atOnce: profilesOfJob,
    lists: async () => (await pagesOf("/lists?fields%5Blist%5D=name")).map(nameOf),
    openList: async (name) => {
      const filter = encodeURIComponent(`equals(name,${JSON.stringify(name)})`);
      const found = (await pagesOf(`/lists?filter=${filter}&fields%5Blist%5D=name`)).find(
        (list) => nameOf(list) === name,
      );
      if (found) return String(found.id);
      const { body } = await call("POST", "/lists", {
        body: { data: { type: "list", attributes: { name } } },
      });
      return String(objectOf(objectOf(body).data).id);
    },
    declare: async () => {},
    put: async (list, contacts, properties) => {
      const { body } = await call("POST", "/profile-bulk-import-jobs", {
        body: {
          data: {
            type: "profile-bulk-import-job",
            attributes: { profiles: { data: contacts.map((contact) => profileOf(contact, properties)) } },
            relationships: { lists: { data: [{ type: "list", id: list }] } },
          },
        },
      });
      const job = String(objectOf(objectOf(body).data).id);
      let failed = 0;
      await until(async () => {
        const { data } = objectOf((await call("GET", `/profile-bulk-import-jobs/${job}`)).body);
        const { status, failed_count } = objectOf(objectOf(data).attributes);
        failed = Number(failed_count ?? 0);
        return status === "complete" || status === "cancelled";
      });
      return failed > 0 ? refusedOf(job, contacts) : [];
    },
    remove: async (list, emails) => {
      const ids = await idsOf(emails);
      if (ids.length === 0) return;
      const data = ids.map((id) => ({ type: "profile", id }));
      await call("DELETE", `/lists/${list}/relationships/profiles`, { body: { data } });
    },
    clear: async (emails, properties) => {
      const unset = properties.map(({ name }) => name);
      for (const id of await idsOf(emails))
        await call("PATCH", `/profiles/${id}`, {
          body: { data: { type: "profile", id, attributes: {}, meta: { patch_properties: { unset } } } },
        });
    },
  };
};

const nameOf = ({ attributes }: Record<string, unknown>): string => String(objectOf(attributes).name);

/** Nothing is sent of what is not known: an import cannot empty it. */
const profileOf = (contact: Contact, properties: readonly Property[]) => {
  const { email, first_name, last_name, phone } = contact;
  const known = { first_name, last_name, phone_number: phone };
  return {
    type: "profile",
    attributes: {
      email,
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
      properties: valuesByName(contact, properties),
    },
  };
};
