// The time since an event of the service. The tooltip shows the moment.

import { formatAgo, formatMoment } from "./format.js";

/** Absent: never. */
export const Ago = ({ at }: { at: string | undefined }) =>
  at ? (
    <time dateTime={at} title={formatMoment(at)}>
      {formatAgo(at)}
    </time>
  ) : (
    <span className="soft">never</span>
  );
