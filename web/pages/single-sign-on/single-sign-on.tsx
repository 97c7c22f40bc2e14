// Single sign-on of the account: its identity providers, their domains, and whether passwords are refused.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { roleWords } from "../../../src/words/roles.js";
import { changeAccount, useAccount, useMay } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Button, Copy } from "../../ui/button.js";
import { Confirm } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { CheckField } from "../../ui/field.js";
import { formatDay } from "../../ui/format.js";
import { Empty, Facts, Panel, Skeleton } from "../../ui/panel.js";
import { ProviderForm } from "./provider-form.js";
import styles from "./single-sign-on.module.css";

type Provider = Schemas["SsoProvider"];

const SingleSignOn = () => {
  const may = useMay();
  const [isNew, setNew] = useState(false);
  const { data, error } = useQuery({
    queryKey: ["sso_providers"],
    queryFn: () => answer(api.GET("/sso_providers")),
  });
  return (
    <Page
      title="Single sign-on"
      about="People sign in through your company's identity provider, with OpenID Connect."
      actions={may("own") && <Button onClick={() => setNew(true)}>New provider</Button>}
    >
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton rows={6} />}
      {data?.length === 0 && (
        <Panel title="Identity providers">
          <Empty>
            No providers yet. Create an application at your provider, with the redirect URI{" "}
            <code>{location.origin}/console/sso</code>, and register it here.
          </Empty>
        </Panel>
      )}
      {data?.map((provider) => (
        <ProviderPanel key={provider.id} provider={provider} />
      ))}
      {data && data.length > 0 && may("own") && <RefusePasswords />}
      {isNew && <ProviderForm onClose={() => setNew(false)} />}
    </Page>
  );
};
export default SingleSignOn;

const pathOf = ({ id }: Provider) => ({ params: { path: { id } } });

const ProviderPanel = ({ provider }: { provider: Provider }) => {
  const may = useMay();
  const [open, setOpen] = useState<"change" | "remove">();
  const test = useMutationOf(() => answer(api.POST("/sso_providers/{id}/test", pathOf(provider))));
  const verify = useMutationOf(() =>
    answer(api.POST("/sso_providers/{id}/verify_domains", pathOf(provider))),
  );
  const { default_role: role } = provider;
  const isOpen = provider.domains.some(({ verified_at }) => !verified_at);
  return (
    <Panel title={provider.name}>
      <Facts
        facts={[
          ["Issuer", provider.issuer],
          ["Client ID", provider.client_id],
          [
            "Redirect URI",
            <Copy key="uri" text={location.origin + provider.redirect_path} label="redirect URI" />,
          ],
          [
            "People join as",
            role === "nobody" ? "nobody joins without an invitation" : roleWords[role].label,
          ],
          ...provider.group_roles.map(
            ({ group, role: given }) => [`Group ${group}`, roleWords[given].label] as const,
          ),
        ]}
      />
      {provider.domains.map((domain) => (
        <Domain key={domain.domain} domain={domain} />
      ))}
      {test.data && (
        <p role="status">
          {test.data.works
            ? "The provider can be used."
            : `The provider cannot be used. ${test.data.problem}`}
        </p>
      )}
      <ErrorNotice problem={test.error ?? verify.error} />
      {may("own") && (
        <div className={styles.actions}>
          {isOpen && (
            <Button look="primary" isBusy={verify.isPending} onClick={() => verify.mutate(undefined)}>
              Verify domains
            </Button>
          )}
          <Button isBusy={test.isPending} onClick={() => test.mutate(undefined)}>
            Test
          </Button>
          <Button onClick={() => setOpen("change")}>Change</Button>
          <Button look="quiet" onClick={() => setOpen("remove")}>
            Remove
          </Button>
        </div>
      )}
      {open === "change" && <ProviderForm provider={provider} onClose={() => setOpen(undefined)} />}
      {open === "remove" && <Remove provider={provider} onClose={() => setOpen(undefined)} />}
    </Panel>
  );
};

const Domain = ({
  domain: { domain, verified_at, record_name, record_text },
}: {
  domain: Provider["domains"][number];
}) =>
  verified_at ? (
    <p>
      <strong>{domain}</strong> is verified since {formatDay(verified_at)}.
    </p>
  ) : (
    <div className={styles.domain}>
      <p>
        <strong>{domain}</strong> is not verified, and does not count yet. Add this TXT record to its DNS:
      </p>
      <Copy text={record_name} label={`name of the record of ${domain}`} />
      <Copy text={record_text} label={`text of the record of ${domain}`} />
    </div>
  );

const Remove = ({ provider, onClose }: { provider: Provider; onClose: () => void }) => {
  const remove = useMutationOf(() => answer(api.DELETE("/sso_providers/{id}", pathOf(provider))));
  return (
    <Confirm
      title={`Remove ${provider.name}?`}
      action="Remove"
      isDangerous
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>Whoever signed in through it is signed out. Members stay, and need another way to sign in.</p>
    </Confirm>
  );
};

const RefusePasswords = () => {
  const { data: account } = useAccount();
  const change = useMutationOf(changeAccount);
  return (
    <Panel title="Passwords">
      <CheckField
        label="Sign in through the provider only"
        hint="Sessions that began with a password end, also yours. API keys keep working. If the provider fails, the operator of this service can let passwords in again."
        checked={account?.sso_only ?? false}
        onChange={(sso_only) => change.mutate({ sso_only })}
      />
      <ErrorNotice problem={change.error} />
    </Panel>
  );
};
