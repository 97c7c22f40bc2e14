// Event log: a file in which one column names what happened. Each of its values is a stream of its own.

import type { StreamMapping } from "../data/dataset.js";
import { machineName } from "../data/stream.js";
import { freeName, letterNames, plainWords } from "../resource/name-rule.js";
import type { ReadColumn } from "./column.js";

const actionName =
  /^(event|event name|event type|event action|event category|type of event|action|action type|activity|activity type|activity name|metric|metric name|interaction|interaction type|behaviou?r|what|verb|ereignis|ereignistyp|aktion|aktivitat|evenement|type evenement|evento|tipo (de )?evento|accion|acao|azione|gebeurtenis|actie)$/;

const mostActions = 30;

/** The column of the action; null in a file of anything else. */
export const findAction = (columns: readonly ReadColumn[]): ReadColumn | null =>
  columns.find(
    ({ words, values, column }) =>
      actionName.test(words) &&
      values !== undefined &&
      values.length >= 2 &&
      values.length <= mostActions &&
      column.fill_rate > 0.9,
  ) ?? null;

const purchases =
  /^((product |item )?purchas(e|ed|es)( completed)?|orders?|order (placed|completed|created|confirmed|paid)|placed order|completed order|checkout (completed|complete|success)|transactions?|buy|bought|sale|payment( succeeded| completed)?|invoice paid|in app purchase|kauf|gekauft|bestellung|achat|commande|compra|pedido|acquisto|ordine|aankoop|bestelling)$/;
const cancellations =
  /^((subscription |account |membership |plan )?(cancel\w*|churn\w*|terminat\w*|deactivat\w*|delet\w*|closed|ended|expired)( (subscription|account|membership|plan))?|unsubscribe\w*|unregister\w*|kuendigung|kundigung|resiliation|baja|cancelamento|disdetta|opzegging)$/;

/** The stream of an action. */
export const actionStream = (action: string): string => {
  const words = plainWords(action);
  if (purchases.test(words)) return "transaction";
  return cancellations.test(words) ? "cancellation" : machineName(words);
};

/** Names of streams have letters from a to z alone: of actions that differ in others, each one has a number. */
const isPlain = (action: string): boolean => /^[a-z0-9_]+$/.test(letterNames(action));

/** One stream per action, each with the rows that have it. `mapping` is that of a stream's rows. */
export const actionStreams = (
  { name, values = [] }: ReadColumn,
  mapping: (stream: string) => StreamMapping,
): Record<string, StreamMapping> => {
  const actions = new Map<string, string[]>();
  const named = values.filter((value) => letterNames(value) !== "");
  for (const value of named.filter(isPlain))
    actions.set(actionStream(value), [...(actions.get(actionStream(value)) ?? []), value]);
  for (const value of named.filter((each) => !isPlain(each))) {
    const stream = freeName(actionStream(value) || "event", (name) => actions.has(name));
    actions.set(stream, [value]);
  }
  return Object.fromEntries(
    [...actions].map(([stream, of]): [string, StreamMapping] => {
      const made = mapping(stream);
      return [stream, { ...made, conditions: [{ column_name: name, _in: of }, ...(made.conditions ?? [])] }];
    }),
  );
};
