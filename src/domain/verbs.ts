// What people do in a stream, as a verb where its name is a usual one, so that it can be spoken of.

import { displayName } from "./stream.js";

export interface Verb {
  /** “buys” */
  does: string;
  /** “bought” */
  done: string;
  /** “buying” */
  doing: string;
}

const verb = (does: string, done: string, doing: string): Verb => ({ does, done, doing });

const buy = verb("buys", "bought", "buying");
const cancel = verb("cancels", "cancelled", "cancelling");
const visit = verb("visits", "visited", "visiting");
const give = verb("gives", "given", "giving");
const subscribe = verb("subscribes", "subscribed", "subscribing");
const renew = verb("renews", "renewed", "renewing");
const signUp = verb("signs up", "signed up", "signing up");
const logIn = verb("logs in", "logged in", "logging in");
const returnIt = verb("returns something", "returned something", "returning anything");
const book = verb("books", "booked", "booking");
const pay = verb("pays", "paid", "paying");

/** By the machine name of the stream. */
const usual: Readonly<Record<string, Verb>> = {
  ...{ transaction: buy, purchase: buy, order: buy, sale: buy },
  ...{ cancellation: cancel, churn: cancel },
  ...{ visit, web_visit: visit, store_visit: visit },
  ...{ donation: give, gift: give },
  ...{ subscription: subscribe, renewal: renew },
  ...{ signup: signUp, sign_up: signUp, registration: signUp },
  ...{ login: logIn, return: returnIt, refund: returnIt },
  ...{ booking: book, reservation: book, payment: pay },
};

/** A stream whose owner calls it otherwise than its machine name says is spoken of by the name it is shown under. */
export const verbOf = (stream: string, streamNames: Readonly<Record<string, string>>): Verb => {
  const shown = streamNames[stream] ?? displayName(stream);
  const known = usual[stream] ?? usual[stream.replace(/s$/, "")];
  if (known && shown === displayName(stream)) return known;
  const event = `a “${shown}”`;
  return verb(`has ${event}`, `had ${event}`, event);
};

/** `count(90, "day")` is “90 days”. */
export const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? "" : "s"}`;

const ordinals = [
  "first",
  "second",
  "third",
  "fourth",
  "fifth",
  "sixth",
  "seventh",
  "eighth",
  "ninth",
  "tenth",
];

/** “a second”, “an eighth”, “a 21st”. */
export const inOrder = (n: number): string =>
  `${[8, 11, 18].includes(n) ? "an" : "a"} ${ordinals[n - 1] ?? `${n}${suffixOf(n)}`}`;

const suffixOf = (n: number): string => {
  if ([11, 12, 13].includes(n % 100)) return "th";
  return ["th", "st", "nd", "rd"][n % 10] ?? "th";
};
