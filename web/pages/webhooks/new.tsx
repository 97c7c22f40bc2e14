// The page that creates a webhook.

import { useLocation } from "wouter";
import { answer, api } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { DraftForm } from "../../ui/draft.js";
import { Panel } from "../../ui/panel.js";
import { bodyOf, buildEvents, EndpointForm } from "./endpoint-form.js";

const NewWebhook = () => {
  const [, navigate] = useLocation();
  const create = useMutationOf((body: ReturnType<typeof bodyOf>) =>
    answer(api.POST("/webhook_endpoints", { body: body as never })),
  );
  return (
    <Page
      title="New webhook"
      up={{ to: "/webhooks", label: "Webhooks" }}
      about="Messages follow the Standard Webhooks format and are signed with a secret, which you get when you create the webhook."
    >
      <Panel title="Webhook">
        <DraftForm name="webhooks:new">
          {(forget) => (
            <EndpointForm
              initial={{ url: "", description: "", enabled_events: buildEvents }}
              action="Create webhook"
              sending={create}
              onSave={(draft) =>
                create.mutate(bodyOf(draft), {
                  onSuccess({ id }) {
                    forget();
                    navigate(`/webhooks/${id}`);
                  },
                })
              }
            />
          )}
        </DraftForm>
      </Panel>
    </Page>
  );
};
export default NewWebhook;
