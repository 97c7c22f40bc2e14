// How long ago something of the service happened; the moment itself is there for who points at it.

import { formatAgo, formatMoment } from "./format.js";

/** `at` is an instant; absent: never. */
export const Ago = ({ at }: { at: string | undefined }) =>
  at ? (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  ) : (
    <span className="soft">never</span>
  );
