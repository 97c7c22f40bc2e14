// Mailchimp by its Marketing API: https://mailchimp.com/developer/marketing/api. A list is a tag, which is a
// static segment of an audience; only members of the audience can be in it, so nobody is subscribed.

import type { ProgramOptions } from "../../../domain/data/connection.js";
import { type ConnectionAccess, secretOf } from "../access.js";
import { callsOf, listOf, objectOf, type Program, type Property, type RefusedContact } from "./program.js";

type MailchimpOptions = Extract<ProgramOptions, { type: "mailchimp" }>;

/** Members of one change of a segment, and of one batch. */
const membersAtOnce = 500;
/** Length of the name of a merge field: of a longer name the end counts, which tells properties apart. */
const nameCharacters = 50;

export const openMailchimp = (access: ConnectionAccess<MailchimpOptions>): Program => {
  const key = secretOf(access);
  const host = `${key.slice(key.lastIndexOf("-") + 1)}.api.mailchimp.com`;
  const audience = `/lists/${access.options.audience_id}`;
  const { call } = callsOf(access, (service) => `${service.urlOf(host)}/3.0`, {
    authorization: `Basic ${Buffer.from(`bellwether:${key}`).toString("base64")}`,
  });

  const segments = async () => {
    const place = `${audience}/segments?type=static&count=1000&fields=segments.id,segments.name`;
    return listOf(objectOf((await call("GET", place)).body).segments);
  };
  /** Tag of each merge field, which Mailchimp chooses, by its name. */
  const readTags = async (): Promise<Map<string, string>> => {
    const place = `${audience}/merge-fields?count=1000&fields=merge_fields.tag,merge_fields.name`;
    const fields = listOf(objectOf((await call("GET", place)).body).merge_fields);
    return new Map(fields.map(({ name, tag }) => [String(name), String(tag)]));
  };
  let known: Promise<Map<string, string>> | undefined;
  const tags = () => (known ??= readTags());
  const change = async (list: string, body: { members_to_add?: string[]; members_to_remove?: string[] }) =>
    objectOf((await call("POST", `${audience}/segments/${list}`, { body })).body);
  const update = async (members: object[]) => {
    const { body } = await call("POST", `${audience}?skip_merge_validation=true`, {
      body: { members, update_existing: true },
    });
    return listOf(objectOf(body).errors);
  };

  return {
    atOnce: membersAtOnce,
    lists: async () => (await segments()).map(({ name }) => String(name)),
    openList: async (name) => {
      const found = (await segments()).find((segment) => segment.name === name);
      if (found) return String(found.id);
      const body = { name, static_segment: [] };
      return String(objectOf((await call("POST", `${audience}/segments`, { body })).body).id);
    },
    declare: async (properties) => {
      const tagOf = await tags();
      for (const { name, holds } of properties) {
        if (tagOf.has(fieldName(name))) continue;
        const body = { name: fieldName(name), type: holds };
        const { body: made } = await call("POST", `${audience}/merge-fields`, { body });
        tagOf.set(fieldName(name), String(objectOf(made).tag));
      }
    },
    put: async (list, contacts, properties) => {
      const added = listOf(
        (await change(list, { members_to_add: contacts.map(({ email }) => email) })).members_added,
      );
      const members = new Set(added.map(({ email_address }) => String(email_address).toLowerCase()));
      const tagOf = await tags();
      const present = contacts.filter(({ email }) => members.has(email));
      const errors = await update(
        present.map(({ email, values }) => ({
          email_address: email,
          merge_fields: mergeFields(properties, tagOf, (i) => values[i] ?? ""),
        })),
      );
      return [
        ...contacts.flatMap(({ email }): RefusedContact[] =>
          members.has(email) ? [] : [{ email, reason: "not a member of the audience" }],
        ),
        ...errors.map(({ email_address, error_code }) => ({
          email: String(email_address).toLowerCase(),
          reason: String(error_code),
        })),
      ];
    },
    remove: async (list, emails) => {
      await change(list, { members_to_remove: [...emails] });
    },
    clear: async (emails, properties) => {
      const tagOf = await tags();
      const emptied = mergeFields(properties, tagOf, () => "");
      await update(emails.map((email_address) => ({ email_address, merge_fields: emptied })));
    },
  };
};

const fieldName = (name: string): string => name.slice(-nameCharacters);

const mergeFields = (
  properties: readonly Property[],
  tagOf: ReadonlyMap<string, string>,
  at: (index: number) => string | number,
): Record<string, string | number> =>
  Object.fromEntries(
    properties.flatMap(({ name }, i) => {
      const tag = tagOf.get(fieldName(name));
      return tag === undefined ? [] : [[tag, at(i)]];
    }),
  );
