// A program of the owner that takes people with their predictions, whatever its type. Contacts are known by
// their e-mail address. Every call may be repeated: a second one changes nothing.

import type { ProgramOptions } from "../../../domain/data/connection.js";
import { descriptorOf } from "../../../domain/data/connections/registry.js";
import { type Refusal, refuse, retryLater } from "../../../errors/refusal.js";
import type { ConnectionAccess } from "../access.js";
import { type CloudService, cloudService, type Reply } from "../cloud/service.js";

export interface Property {
  name: string;
  holds: "number" | "text";
}

/** Fields by which a program identifies a contact. */
export interface Identity {
  email: string;
  first_name: string | null;
  last_name: string | null;
  /** With its country code. */
  phone: string | null;
}

export interface Contact extends Identity {
  /** In the order of the properties. */
  values: readonly (string | number | null)[];
}

export interface RefusedContact {
  /** Null: the program does not say who it is. */
  email: string | null;
  /** A code or a word of the program: no value of a person. */
  reason: string;
}

/** Each call refuses `connection-failed` and `program-unreachable`. */
export interface Program {
  /** Contacts of one call of `put`, `remove` or `clear`. */
  atOnce: number;
  /** Names of the lists, 1,000 at most. */
  lists(): Promise<string[]>;
  /** ID of the list, which is made where there is none of this name. */
  openList(name: string): Promise<string>;
  /** Makes properties that the program has to know before they have values. */
  declare(properties: readonly Property[]): Promise<void>;
  /** Makes or changes contacts and adds them to the list. Returns those whom the program does not take. */
  put(list: string, contacts: readonly Contact[], properties: readonly Property[]): Promise<RefusedContact[]>;
  /**
   * Takes contacts off the list. Whoever is not on it, or unknown, stays as they are. A program that takes hashes
   * finds people by all that it was sent of them, so `contacts` has that; of other programs the addresses alone.
   */
  remove(list: string, emails: readonly string[], contacts: readonly Identity[]): Promise<void>;
  /** Empties properties of contacts. Makes no contact. */
  clear(emails: readonly string[], properties: readonly Property[]): Promise<void>;
}

export type ProgramAccess = ConnectionAccess<ProgramOptions>;

/** Calls of a program's interface, and pauses between looks at what it does meanwhile. */
export interface Calls {
  /** The reply where its status is one of 200 to 299 or of `also`. */
  call(method: Method, place: string, options?: { body?: unknown; also?: readonly number[] }): Promise<Reply>;
  /** Looks until something has ended. */
  until(look: () => Promise<boolean>): Promise<void>;
}
export type Method = "GET" | "POST" | "PUT" | "PATCH" | "DELETE";

/** An hour of looks, which are at most five seconds apart. */
const mostLooks = 720;

type Headers = Readonly<Record<string, string>>;

/** `headers` are those of each call; a function makes them, where a token has to be fetched. */
export const callsOf = (
  access: ProgramAccess,
  base: (service: CloudService) => string,
  headers: Headers | ((service: CloudService) => () => Promise<Headers>),
  { isTemporary = () => false }: { isTemporary?: (reply: Reply) => boolean } = {},
): Calls => {
  const service = cloudService(access, { unreachable: "program-unreachable", isTemporary });
  const { title } = descriptorOf(access.options.type);
  const headersOf = typeof headers === "function" ? headers(service) : async () => headers;
  return {
    call: async (method, place, { body, also = [] } = {}) => {
      const own = await headersOf();
      const media = own["content-type"] ?? "application/json";
      const reply = await service.ask(() => ({
        url: base(service) + place,
        method,
        headers: { "user-agent": "Bellwether/1", accept: media, ...own, "content-type": media },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }));
      if (isFine(reply) || also.includes(reply.status)) return reply;
      throw failure(title, reply);
    },
    until: async (look) => {
      for (let looks = 0; !(await look()); looks++) {
        if (looks === mostLooks)
          throw retryLater("program-unreachable", { detail: `${title} has not ended its work in an hour` });
        await service.wait(looks);
      }
    },
  };
};

export const isFine = ({ status }: Reply): boolean => status >= 200 && status <= 299;

/** Texts of programs may have values of people in them, so that only their codes are shown. */
const failure = (title: string, reply: Reply): Refusal => {
  const { status } = reply;
  const code = codeOf(reply.body);
  const shown = `HTTP ${status}${code === null ? "" : `, ${code}`}`;
  const detail =
    status === 401 || status === 403 || metaErrorOf(reply.body)?.isOfKey
      ? `${title} does not accept the key for this (${shown})`
      : `${title} refuses a request (${shown})`;
  return refuse("connection-failed", { detail });
};

/** The code of an error in the words of its program. Google's is a status, and Meta's a number. */
export const codeOf = (body: unknown): string | null => {
  const { errors, error, category, code, title } = objectOf(body);
  const [first] = Array.isArray(errors) ? errors : [];
  const found = [
    ...[objectOf(first).code, objectOf(error).status, metaErrorOf(body)?.shown],
    ...[category, code, title],
  ].find((value) => isCode(value));
  return typeof found === "string" ? found : null;
};

/** An error of Meta's Graph API; undefined for any other reply. */
export const metaErrorOf = (
  body: unknown,
): { code: number; shown: string; isOfKey: boolean; isTransient: boolean } | undefined => {
  const { type, code, error_subcode: part, is_transient } = objectOf(objectOf(body).error);
  if (typeof type !== "string" || typeof code !== "number") return undefined;
  return {
    code,
    shown: `error ${code}${typeof part === "number" ? `-${part}` : ""}`,
    isOfKey: code === 10 || code === 102 || code === 190 || (code >= 200 && code < 300),
    isTransient: is_transient === true,
  };
};

const isCode = (value: unknown): boolean =>
  typeof value === "string" && /^[A-Za-z][\w .-]{0,60}$/.test(value);

export const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === "object" && value !== null ? (value as Record<string, unknown>) : {};

export const listOf = (value: unknown): Record<string, unknown>[] =>
  Array.isArray(value) ? value.map(objectOf) : [];

/** Items in their order, at most `size` at once. */
export const slices = <T>(items: readonly T[], size: number): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, i) => items.slice(i * size, (i + 1) * size));

/** Values of a contact under the names of the properties, where the program calls them so. */
export const valuesByName = (
  { values }: Contact,
  properties: readonly Property[],
  nameOf: (name: string) => string = (name) => name,
): Record<string, string | number | null> =>
  Object.fromEntries(properties.map(({ name }, i) => [nameOf(name), values[i] ?? null]));

/** In lower case, of letters, digits and underscores. */
export const plainName = (name: string): string =>
  name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "_");
