// Registration date: a trait that says since when a person is on file, recognised by its name.

import { plainWords } from "../resource/name-rule.js";

const names = [
  /^(date )?(sign(ed)? ?up|registered|registration|joined|join|enrol(l?ed|l?ment)|subscribed|opt(ed)? ?in)( ?(date|day|on|at|time|utc))*$/,
  /^((account|customer|profile|user|contact|member|record) )?(created|creation|added|since|opened)( ?(date|day|on|at|time|utc))*$/,
  /^(member|customer|client|on file|first) (since|seen)( ?(date|on|at))*$/,
  /^(registriert( am)?|registrierung(sdatum)?|anmeldedatum|angemeldet am|kunde seit|mitglied seit|angelegt am|erstellt am)$/,
  /^(date (d )?inscription|inscrit le|client depuis|fecha (de )?(registro|alta)|data (di )?(registrazione|iscrizione)|data (de )?(cadastro|registo))$/,
];

/** The first of these traits, by name, that says since when people are on file; undefined without one. */
export const registrationTrait = (traits: readonly { name: string }[]): string | undefined =>
  traits
    .map(({ name }) => name)
    .sort()
    .find((name) => names.some((pattern) => pattern.test(plainWords(name))));
