// The list of the account's hold-outs: the one in use, and former ones.

import { ListPage } from "../../shell/list-page.js";
import { formatCount, formatDay, formatPercent } from "../../ui/format.js";

const Holdouts = () => (
  <ListPage
    kind="holdouts"
    columns={[
      {
        header: "Share",
        value: ({ share }) => share,
        cell: ({ share }) => formatPercent(share),
        isNumber: true,
      },
      {
        header: "Held out",
        value: ({ held_out_count }) => held_out_count,
        cell: ({ held_out_count: held }) => held !== undefined && formatCount(held),
        isNumber: true,
      },
      {
        header: "Drawn again",
        value: ({ rotates_at }) => rotates_at,
        cell: ({ rotates_at: at }) => at !== undefined && formatDay(at),
      },
    ]}
    create={{ to: "/hold-outs/new", label: "New hold-out" }}
    empty="No hold-out yet. A hold-out leaves a few customers out of every pipeline's lists, drawn at random, so that you see month by month what all your contacts together bring."
  />
);
export default Holdouts;
