// The list of webhooks and their states.

import { Link } from "wouter";
import { useEndpoints } from "../../api/account.js";
import { Page } from "../../shell/page.js";
import { ButtonLink } from "../../ui/button.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { formatDay } from "../../ui/format.js";
import { List } from "../../ui/list.js";
import { Empty, Skeleton } from "../../ui/panel.js";
import { endpointState } from "./state.js";

const Webhooks = () => {
  const { data, error } = useEndpoints();
  const create = (
    <ButtonLink to="/webhooks/new" look="primary">
      New webhook
    </ButtonLink>
  );
  return (
    <Page
      title="Webhooks"
      about="Signed messages to your own systems whenever a build finishes or fails."
      actions={create}
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton />}
      {data && (
        <List
          label="Webhooks"
          rows={data}
          rowKey={({ id }) => id}
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
          empty={
            <Empty action={create}>
              No webhooks yet. With one, your systems learn at once when a file is ready.
            </Empty>
          }
        />
      )}
    </Page>
  );
};
export default Webhooks;
