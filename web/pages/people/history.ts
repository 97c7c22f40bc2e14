// History of a person at a glance: their events in order, what they spent, and what they chose most.

import type { Schemas } from "../../api/client.js";

export type Event = Schemas["PersonEvent"];
export type DatedEvent = Event & { datetime: string };

export interface History {
  /** Oldest first. */
  dated: readonly DatedEvent[];
  /** Sum of the values; null where no event has one. First payments of subscriptions are no sum of what was spent. */
  spent: number | null;
  /** The property whose values repeat most, with the values that are chosen most often. */
  favourites: { property: string; values: readonly { value: string; count: number }[] } | null;
}

/** What the account says of its streams. */
export interface StreamFacts {
  /** Whether the value of an event is paid again and again. */
  isRecurring(stream: string): boolean;
  /** Whether a property holds a list, such as the items of an order. */
  isList(stream: string, property: string): boolean;
}

export const historyOf = (events: readonly Event[], { isRecurring, isList }: StreamFacts): History => {
  const values = events.flatMap(({ stream_name, value }) => (isRecurring(stream_name) ? [] : (value ?? [])));
  return {
    dated: events
      .filter((event): event is DatedEvent => event.datetime !== undefined)
      .toSorted((a, b) => a.datetime.localeCompare(b.datetime)),
    spent: values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0),
    favourites: favouritesOf(events, isList),
  };
};

/** Items of a list have none of their own. */
const listSeparator = ";";
const mostValues = 3;
/** Chosen fewer times, nothing is a favourite. */
const leastRepeated = 2;

const favouritesOf = (events: readonly Event[], isList: StreamFacts["isList"]): History["favourites"] => {
  const counts = new Map<string, Map<string, number>>();
  for (const { stream_name, properties } of events)
    for (const [property, value] of Object.entries(properties)) {
      if (typeof value !== "string" || value === "") continue;
      const ofProperty = counts.get(property) ?? new Map<string, number>();
      const chosen = isList(stream_name, property) ? new Set(value.split(listSeparator)) : [value];
      for (const each of chosen) ofProperty.set(each, (ofProperty.get(each) ?? 0) + 1);
      counts.set(property, ofProperty);
    }
  const ranked = [...counts]
    .map(([property, ofProperty]) => ({
      property,
      distinct: ofProperty.size,
      values: [...ofProperty]
        .map(([value, count]) => ({ value, count }))
        .sort((a, b) => b.count - a.count || a.value.localeCompare(b.value))
        .slice(0, mostValues),
    }))
    // One value in all events, such as a currency, is no choice.
    .filter(({ distinct, values }) => distinct > 1 && values[0]!.count >= leastRepeated)
    .sort((a, b) => b.values[0]!.count - a.values[0]!.count || a.property.localeCompare(b.property));
  return ranked[0] ? { property: ranked[0].property, values: ranked[0].values } : null;
};
