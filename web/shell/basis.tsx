// Basis of the numbers in a part of a page, which belongs to the part's accessible name.

import { type Basis, basisText } from "../../src/words/basis.js";
import { useAccount } from "../api/account.js";
import { useList } from "../api/resources.js";
import { reader } from "../ui/format.js";

/** Of the account's data, unless it says until when. */
export const useBasis = (basis: Basis = {}): string => {
  const { data: account } = useAccount();
  return basisText({ through: account?.data_through, ...basis }, reader);
};

/** Currency of the values of a stream; null where its datasets name none, or several. */
export const useStreamCurrency = (): ((streamName: string) => string | null) => {
  const { data: datasets = [] } = useList("datasets");
  return (streamName) => {
    const named = datasets.flatMap(({ output_to_streams: streams }) => streams[streamName] ?? []);
    const [first = null, ...others] = new Set(named.map(({ currency }) => currency?.is ?? null));
    return others.length === 0 ? first : null;
  };
};

/** Currency of what subscriptions bring in a month; null where it is not known, or they have several. */
export const useRecurringCurrency = (): string | null => {
  const { data: streams = [] } = useList("streams");
  const currencyOf = useStreamCurrency();
  const named = streams
    .filter(({ is_recurring }) => is_recurring)
    .map(({ stream_name }) => currencyOf(stream_name));
  const [first = null, ...others] = new Set(named);
  return others.length === 0 ? first : null;
};

/** The currency of all events with a value; null where it is not known, or they have several. */
export const currencyOfAll = (
  events: readonly { stream_name: string; value?: number | undefined }[],
  currencyOf: (streamName: string) => string | null,
): string | null => {
  const named = events
    .filter(({ value }) => value !== undefined)
    .map((event) => currencyOf(event.stream_name));
  const [first = null, ...others] = new Set(named);
  return others.length === 0 ? first : null;
};
