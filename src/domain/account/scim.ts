// SCIM 2.0 (RFC 7643, RFC 7644): what filters and patches say, and what a user and a group are. Names of attributes count
// in any case. Attributes that nothing here needs are left out.

import { isObject, type JsonObject } from "../resource/json.js";

export const schemas = {
  user: "urn:ietf:params:scim:schemas:core:2.0:User",
  group: "urn:ietf:params:scim:schemas:core:2.0:Group",
  list: "urn:ietf:params:scim:api:messages:2.0:ListResponse",
  patch: "urn:ietf:params:scim:api:messages:2.0:PatchOp",
  error: "urn:ietf:params:scim:api:messages:2.0:Error",
  configuration: "urn:ietf:params:scim:schemas:core:2.0:ServiceProviderConfig",
  resourceType: "urn:ietf:params:scim:schemas:core:2.0:ResourceType",
  schema: "urn:ietf:params:scim:schemas:core:2.0:Schema",
} as const;

type ScimType =
  | "invalidFilter"
  | "invalidPath"
  | "invalidSyntax"
  | "invalidValue"
  | "uniqueness"
  | "mutability";

/** A refusal in SCIM's own form. */
export class ScimError extends Error {
  override readonly name = "ScimError";

  constructor(
    readonly status: number,
    readonly scimType: ScimType | undefined,
    detail: string,
  ) {
    super(detail);
  }
}

const invalid = (type: ScimType, detail: string): ScimError => new ScimError(400, type, detail);

export interface ScimUserDraft {
  userName: string;
  /** The user name, if it is an address; otherwise the primary one. */
  email: string;
  externalId: string | null;
  isActive: boolean;
  /** Name, display name, title and addresses, as they were sent. */
  profile: JsonObject;
}

export interface ScimGroupDraft {
  name: string;
  externalId: string | null;
  /** IDs of users. */
  members: string[];
}

const names = [
  ...[
    "userName",
    "externalId",
    "active",
    "displayName",
    "title",
    "name",
    "emails",
    "members",
    "schemas",
    "id",
  ],
  ...[
    "givenName",
    "familyName",
    "middleName",
    "formatted",
    "value",
    "type",
    "primary",
    "display",
    "Operations",
  ],
];
const canonical = new Map(names.map((name) => [name.toLowerCase(), name]));
const nameOf = (name: string): string => canonical.get(name.toLowerCase()) ?? name;

/** The same with the usual names, also within. */
export const withUsualNames = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(withUsualNames);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, each]) => [nameOf(name), withUsualNames(each)]),
  );
};

/** One of `attribute eq value`, joined by `and`. */
export interface Condition {
  attribute: string;
  value: string;
  /** Only elements of the list that have this: `emails[type eq "work"].value` is `emails.value` with the type `work`. */
  of?: { name: string; value: string };
}

const conditionPattern = /^\s*([\w.:-]+(?:\[[^\]]*\][\w.]*)?)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*/i;

/** Throws ScimError for what is more than that. */
export const parseFilter = (filter: string): Condition[] => {
  const conditions: Condition[] = [];
  let rest = filter;
  do {
    const match = conditionPattern.exec(rest);
    if (!match) throw invalid("invalidFilter", "Filters are: attribute eq value, joined by and.");
    conditions.push({ ...filtered(match[1]!), value: unquoted(match[2]!, "invalidFilter") });
    rest = rest.slice(match[0].length);
    const and = /^and\s+/i.exec(rest);
    if (!and && rest !== "")
      throw invalid("invalidFilter", "Filters are: attribute eq value, joined by and.");
    rest = and ? rest.slice(and[0].length) : "";
  } while (rest !== "");
  return conditions;
};

const filtered = (path: string): Omit<Condition, "value"> => {
  const [, list, by, quoted, sub] = elementPattern.exec(withoutSchema(path)) ?? [];
  if (list === undefined) {
    if (path.includes("["))
      throw invalid("invalidFilter", "Filters of a list are: list[attribute eq value].");
    return { attribute: withoutSchema(path).split(".").map(nameOf).join(".") };
  }
  const attribute = [list, ...(sub === undefined ? [] : [sub])].map(nameOf).join(".");
  return { attribute, of: { name: nameOf(by!), value: unquoted(quoted!, "invalidFilter") } };
};

const elementPattern = /^(\w+)\[\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\](?:\.(\w+))?$/i;

/** Throws ScimError for what is no text of JSON, such as the single backslash of `"ACME\ada"`. */
const unquoted = (text: string, problem: "invalidFilter" | "invalidPath"): string => {
  if (!text.startsWith('"')) return text;
  try {
    return String(JSON.parse(text));
  } catch {
    throw invalid(problem, `${text} is no text of JSON: write a backslash as \\\\ and a line break as \\n.`);
  }
};

/** Without the URN of the schema in front. */
const withoutSchema = (path: string): string => path.replace(/^urn:[\w:.-]*:(?=[^:]+$)/i, "");

/** The resource after the operations of a PATCH. Throws ScimError. */
export const patched = (resource: JsonObject, body: unknown): JsonObject => {
  const sent = withUsualNames(body);
  const operations = isObject(sent) ? sent.Operations : undefined;
  if (!Array.isArray(operations) || operations.length === 0)
    throw invalid("invalidSyntax", "A PATCH has a list of Operations.");
  return operations.reduce((before: JsonObject, operation) => {
    if (!isObject(operation)) throw invalid("invalidSyntax", "Each operation is an object.");
    const op = String(operation.op).toLowerCase();
    if (op !== "add" && op !== "replace" && op !== "remove")
      throw invalid("invalidSyntax", "op is add, replace or remove.");
    const { path, value } = operation as { path?: unknown; value?: unknown };
    if (typeof path === "string" && path !== "") return changed(before, op, path, value);
    if (!isObject(value))
      throw invalid("invalidValue", "An operation without a path has an object as value.");
    return Object.entries(value).reduce((at, [name, each]) => changed(at, op, name, each), before);
  }, resource);
};

type Op = "add" | "replace" | "remove";

const pathPattern = /^(\w+)(?:\[\s*(\w+)\s+eq\s+("(?:[^"\\]|\\.)*"|true|false)\s*\])?(?:\.(\w+))?$/i;

const changed = (resource: JsonObject, op: Op, path: string, value: unknown): JsonObject => {
  const match = pathPattern.exec(withoutSchema(path.trim()));
  // An extension of a schema that is not kept.
  if (!match) {
    if (path.toLowerCase().startsWith("urn:")) return resource;
    throw invalid("invalidPath", `The path ${path} is not understood.`);
  }
  const [, attribute = "", by, quoted, sub] = match;
  const name = nameOf(attribute);
  const before = resource[name];
  if (by !== undefined) {
    const chosen = { by: nameOf(by), is: unquoted(quoted!, "invalidPath"), sub: sub && nameOf(sub) };
    return { ...resource, [name]: withElement(listOf(before), op, chosen, value) };
  }
  if (sub !== undefined) {
    const { [nameOf(sub)]: _, ...others } = isObject(before) ? before : {};
    return { ...resource, [name]: op === "remove" ? others : { ...others, [nameOf(sub)]: value } };
  }
  const { [name]: _, ...others } = resource;
  if (op === "remove") return { ...others, ...without(name, before, value) };
  if (op === "add" && (Array.isArray(before) || name === "members"))
    return { ...resource, [name]: united(listOf(before), listOf(value)) };
  if (name === "name" && isObject(before) && isObject(value))
    return { ...resource, name: { ...before, ...value } };
  return { ...resource, [name]: value };
};

/** Some name the elements to be removed in the value. */
const without = (name: string, before: unknown, value: unknown): JsonObject => {
  if (value === undefined || !Array.isArray(before)) return {};
  const gone = listOf(value).map(idOf);
  return { [name]: before.filter((each) => !gone.includes(idOf(each))) };
};

const listOf = (value: unknown): unknown[] => (value === undefined || value === null ? [] : [value].flat());
const idOf = (element: unknown): string => String(isObject(element) ? element.value : element);

const united = (before: unknown[], added: unknown[]): unknown[] => {
  const known = new Set(before.map(idOf));
  return [...before, ...added.filter((each) => !known.has(idOf(each)))];
};

const withElement = (
  list: unknown[],
  op: Op,
  { by, is, sub }: { by: string; is: string; sub: string | undefined },
  value: unknown,
): unknown[] => {
  const isChosen = (element: unknown): boolean => isObject(element) && String(element[by]) === is;
  if (op === "remove" && sub === undefined) return list.filter((element) => !isChosen(element));
  const change = sub === undefined ? (isObject(value) ? value : { value }) : { [sub]: value };
  if (!list.some(isChosen)) return op === "remove" ? list : [...list, { [by]: is, ...change }];
  return list.map((element) => (isChosen(element) ? { ...(element as JsonObject), ...change } : element));
};

const longest = { userName: 320, text: 500, emails: 20 };

/** Throws ScimError for what is no user. */
export const parseUser = (body: unknown): ScimUserDraft => {
  const sent = withUsualNames(body);
  if (!isObject(sent)) throw invalid("invalidSyntax", "A user is an object.");
  const userName = textIn(sent, "userName", longest.userName)?.trim();
  if (!userName) throw invalid("invalidValue", "userName is needed.");
  const emails = listOf(sent.emails);
  if (emails.length > longest.emails)
    throw invalid("invalidValue", `A user has at most ${longest.emails} emails.`);
  const email = isAddress(userName) ? userName : primaryOf(emails);
  if (email === undefined) throw invalid("invalidValue", "userName, or one of emails, is an e-mail address.");
  const title = textIn(sent, "title", longest.text);
  const displayName = textIn(sent, "displayName", longest.text);
  return {
    userName,
    email,
    externalId: textIn(sent, "externalId", longest.text) ?? null,
    isActive: truthOf(sent.active ?? true),
    profile: {
      ...(displayName !== undefined && { displayName }),
      ...(title !== undefined && { title }),
      ...(isObject(sent.name) && { name: textsOf(sent.name) }),
      ...(emails.length > 0 && { emails: emails.filter(isObject).map(emailOf) }),
    },
  };
};

const isAddress = (text: unknown): text is string =>
  typeof text === "string" && /^[^\s@]+@[^\s@]+$/.test(text);

const primaryOf = (emails: readonly unknown[]): string | undefined => {
  const objects = emails.filter(isObject);
  const found = objects.find(({ primary }) => primary === true) ?? objects[0];
  return isAddress(found?.value) ? found.value : undefined;
};

/** Microsoft Entra ID sends text. */
const truthOf = (value: unknown): boolean => {
  const text = String(value).toLowerCase();
  if (text !== "true" && text !== "false") throw invalid("invalidValue", "active is true or false.");
  return text === "true";
};

const textIn = (sent: JsonObject, name: string, most: number): string | undefined => {
  const value = sent[name];
  if (value === undefined || value === null) return undefined;
  if (typeof value !== "string" || value.length > most)
    throw invalid("invalidValue", `${name} is a text of at most ${most} characters.`);
  return value;
};

const textsOf = (value: JsonObject): JsonObject =>
  Object.fromEntries(
    ["formatted", "familyName", "givenName", "middleName"].flatMap((name) => {
      const text = textIn(value, name, longest.text);
      return text === undefined ? [] : [[name, text]];
    }),
  );

const emailOf = (sent: JsonObject): JsonObject => {
  const [value, type] = [textIn(sent, "value", longest.userName), textIn(sent, "type", longest.text)];
  return {
    ...(value !== undefined && { value }),
    ...(type !== undefined && { type }),
    ...(sent.primary !== undefined && { primary: truthOf(sent.primary) }),
  };
};

/** Throws ScimError for what is no group. */
export const parseGroup = (body: unknown): ScimGroupDraft => {
  const sent = withUsualNames(body);
  if (!isObject(sent)) throw invalid("invalidSyntax", "A group is an object.");
  const name = textIn(sent, "displayName", longest.text)?.trim();
  if (!name) throw invalid("invalidValue", "displayName is needed.");
  return {
    name,
    externalId: textIn(sent, "externalId", longest.text) ?? null,
    members: [...new Set(listOf(sent.members).map(idOf))],
  };
};

/** As it is sent out and patched. */
export const userBody = ({
  userName,
  externalId,
  isActive,
  profile,
}: Omit<ScimUserDraft, "email">): JsonObject => ({
  userName,
  ...(externalId !== null && { externalId }),
  active: isActive,
  ...profile,
});

export const groupBody = ({ name, externalId, members }: ScimGroupDraft): JsonObject => ({
  displayName: name,
  ...(externalId !== null && { externalId }),
  members: members.map((value) => ({ value })),
});
