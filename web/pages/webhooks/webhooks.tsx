// All webhook endpoints, with whether messages reach them.

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
      about="Addresses that are told, by a signed message, when something was built or could not be."
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
              header: "Address",
              value: ({ url }) => url,
              cell: ({ id, url }) => <Link to={`/webhooks/${id}`}>{url}</Link>,
            },
            { header: "For", value: ({ description }) => description },
            { header: "State", value: endpointState, isFilter: true },
            {
              header: "Since",
              value: ({ created_at }) => created_at,
              cell: ({ created_at }) => formatDay(created_at),
            },
          ]}
          empty={
            <Empty action={create}>
              There are no webhooks yet. Programs of yours can be told when a file is fresh, instead of
              asking.
            </Empty>
          }
        />
      )}
    </Page>
  );
};
export default Webhooks;
