// Verbs for the events of a stream: people "buy" in a stream of orders. A stream with another name gets "have
// a “Store Trip”".

import { displayName, machineName } from "../domain/data/stream.js";
import { entryOf } from "../domain/resource/entry.js";
import { singular, withArticle } from "./plural.js";

export interface Verb {
  /** "will buy" */
  base: string;
  /** "She buys" */
  does: string;
  /** "have bought" */
  done: string;
  /** "without buying" */
  doing: string;
}

const verb = (base: string, done: string, doing: string, does = `${base}s`): Verb => ({
  base,
  does,
  done,
  doing,
});

const buy = verb("buy", "bought", "buying");
const cancel = verb("cancel", "cancelled", "cancelling");
const visit = verb("visit", "visited", "visiting");
const donate = verb("donate", "donated", "donating");
const subscribe = verb("subscribe", "subscribed", "subscribing");
const renew = verb("renew", "renewed", "renewing");
const signUp = verb("sign up", "signed up", "signing up", "signs up");
const logIn = verb("log in", "logged in", "logging in", "logs in");
const returnIt = verb("return something", "returned something", "returning anything", "returns something");
const book = verb("book", "booked", "booking");
const pay = verb("pay", "paid", "paying");
const redeem = verb("redeem a coupon", "redeemed a coupon", "redeeming a coupon", "redeems a coupon");

/** Verbs by the machine name of the stream. */
const usual: Readonly<Record<string, Verb>> = {
  transaction: buy,
  purchase: buy,
  order: buy,
  sale: buy,
  cancellation: cancel,
  churn: cancel,
  sample_order: buy,
  sample_cancellation: cancel,
  visit,
  web_visit: visit,
  store_visit: visit,
  donation: donate,
  gift: donate,
  subscription: subscribe,
  renewal: renew,
  signup: signUp,
  sign_up: signUp,
  registration: signUp,
  login: logIn,
  return: returnIt,
  refund: returnIt,
  booking: book,
  reservation: book,
  payment: pay,
  redemption: redeem,
  coupon_redemption: redeem,
};

/** A stream that its owner renamed goes by the name it is shown under. */
export const verbOf = (stream: string, shown: string = displayName(stream)): Verb => {
  const known = entryOf(usual, stream) ?? entryOf(usual, singularName(stream));
  if (known && singularName(machineName(shown)) === singularName(stream)) return known;
  const one = singular(shown);
  const event = `${withArticle(one).split(" ", 1)[0]} “${one}”`;
  return verb(`have ${event}`, `had ${event}`, event, `has ${event}`);
};

/** "orders" and "Order" are one name. */
const singularName = (machineName: string): string => machineName.replace(/s$/, "");
