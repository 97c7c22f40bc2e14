// The account: who it is, how one signs in, its keys, how its people are told apart, what it uses, and its end.

import { useAccount } from "../../api/account.js";
import { Page } from "../../shell/page.js";
import { Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";
import { ApiKeys } from "./api-keys.js";
import { Deletion } from "./deletion.js";
import { Identity } from "./identity.js";
import { Password } from "./password.js";
import { Resolution } from "./resolution.js";
import { Sessions } from "./sessions.js";
import { Usage } from "./usage.js";

const Settings = () => {
  const { data: account, error } = useAccount();
  return (
    <Page title="Settings" about="Of the account, and of everything in it.">
      <Trouble problem={error} />
      {!account && !error && <Waiting rows={12} />}
      {account && (
        <>
          <Identity key={`identity ${account.updated_at}`} account={account} />
          <Password account={account} />
          <Sessions />
          <ApiKeys />
          <Resolution key={`resolution ${account.updated_at}`} account={account} />
          <Usage />
          <Deletion account={account} />
        </>
      )}
    </Page>
  );
};
export default Settings;
