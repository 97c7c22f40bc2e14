// A new webhook endpoint.

import { useLocation } from "wouter";
import { answer, api } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Panel } from "../../ui/panel.js";
import { allEvents, bodyOf, EndpointForm } from "./endpoint-form.js";

const NewWebhook = () => {
  const [, navigate] = useLocation();
  const create = useMutationOf((body: ReturnType<typeof bodyOf>) =>
    answer(api.POST("/webhook_endpoints", { body: body as never })),
  );
  return (
    <Page
      title="New webhook"
      up={{ to: "/webhooks", label: "Webhooks" }}
      about="Messages have the form of Standard Webhooks, and are signed with a secret that you get in return."
    >
      <Panel title="Who is told, and of what">
        <EndpointForm
          initial={{ url: "", description: "", enabled_events: allEvents }}
          action="Create the webhook"
          sending={create}
          onSave={(draft) =>
            create.mutate(bodyOf(draft), { onSuccess: ({ id }) => navigate(`/webhooks/${id}`) })
          }
        />
      </Panel>
    </Page>
  );
};
export default NewWebhook;
