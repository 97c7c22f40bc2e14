// An address of the owner that takes JSON: an array with an object for each person, made from a template.

import type { ProgramOptions } from "../../../domain/data/connection.js";
import {
  filledTemplate,
  parsedTemplate,
  type TemplateValues,
} from "../../../domain/target/contact-template.js";
import { refuse } from "../../../errors/refusal.js";
import { addressOf, type ConnectionAccess, secretOf } from "../access.js";
import { type Contact, callsOf, isFine, type Program, type Property, valuesByName } from "./program.js";

type EndpointOptions = Extract<ProgramOptions, { type: "endpoint" }>;

const peopleAtOnce = 100;
/** Replies that concern the people of a request, and not who sends it. */
const refusals = [400, 409, 413, 422];

export const openEndpoint = (access: ConnectionAccess<EndpointOptions>, template?: string): Program => {
  const { url, header } = access.options;
  const { hostname, protocol } = new URL(url);
  // A certificate says that the address that was looked up and checked is the one that answers.
  if (protocol !== "https:" && !access.privateAddresses)
    throw refuse("connection-failed", { detail: "its address must begin with https://" });
  const secret = secretOf(access);
  const value = header.toLowerCase() === "authorization" ? `Bearer ${secret}` : secret;
  const { call } = callsOf(access, (service) => service.urlOf(hostname, url), {
    [header.toLowerCase()]: value,
  });
  const form = template === undefined ? null : parsedTemplate(template);
  const bodyOf = (values: TemplateValues, properties: readonly Property[]) =>
    form === null ? usualBody(values, properties) : filledTemplate(form, values);
  return {
    atOnce: peopleAtOnce,
    lists: async () => {
      await addressOf(hostname, access.privateAddresses);
      return [];
    },
    openList: async (name) => name,
    declare: async () => {},
    put: async (list, contacts, properties) => {
      const body = contacts.map((contact) =>
        bodyOf({ ...valuesOf(contact, properties), list, in_list: true }, properties),
      );
      const reply = await call("POST", "", { body, also: refusals });
      if (isFine(reply)) return [];
      return contacts.map(({ email }) => ({ email, reason: `HTTP ${reply.status}` }));
    },
    remove: async (list, emails) => {
      const body = emails.map((email) => bodyOf({ email, list, in_list: false }, []));
      await call("POST", "", { body, also: refusals });
    },
    clear: async () => {},
  };
};

const valuesOf = (contact: Contact, properties: readonly Property[]): TemplateValues => {
  const { email, first_name, last_name, phone } = contact;
  return { ...valuesByName(contact, properties), email, first_name, last_name, phone };
};

const usualBody = (values: TemplateValues, properties: readonly Property[]) => {
  const { email, first_name = null, last_name = null, phone = null, list = null, in_list = null } = values;
  const known = properties.map(({ name }) => [name, values[name] ?? null]);
  return {
    email: email ?? null,
    first_name,
    last_name,
    phone,
    list,
    in_list,
    properties: Object.fromEntries(known),
  };
};
