// The list of webhooks and their states.

import { Link } from "wouter";
import { useEndpoints } from "../../api/account.js";
import { ListFrame } from "../../shell/list-page.js";
import { formatDay } from "../../ui/format.js";
import { endpointState } from "./state.js";

const Webhooks = () => {
  const { data, error } = useEndpoints();
  return (
    <ListFrame
      title="Webhooks"
      about="Signed messages to your own systems whenever a build finishes or fails."
      create={{ to: "/webhooks/new", label: "New webhook", needs: "administer" }}
      rows={data}
      error={error}
      columns={[
        {
          header: "URL",
          value: ({ url }) => url,
          cell: ({ id, url }) => <Link to={`/webhooks/${id}`}>{url}</Link>,
        },
        { header: "Description", value: ({ description }) => description },
        { header: "State", value: endpointState, isFilter: true },
        {
          header: "Created",
          value: ({ created_at }) => created_at,
          cell: ({ created_at }) => formatDay(created_at),
        },
      ]}
      empty="No webhooks yet. With one, your systems learn at once when a file is ready."
    />
  );
};
export default Webhooks;
