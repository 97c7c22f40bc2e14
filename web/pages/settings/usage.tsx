// What the account uses of the machine.

import { useQuery } from "@tanstack/react-query";
import { answer, api } from "../../api/client.js";
import { formatBytes, formatCount } from "../../ui/format.js";
import { Facts, Panel, Waiting } from "../../ui/panel.js";
import { Trouble } from "../../ui/trouble.js";

export const Usage = () => {
  const { data, error } = useQuery({
    queryKey: ["usage"],
    queryFn: () => answer(api.GET("/accounts/current/usage")),
  });
  return (
    <Panel title="What it uses">
      <Trouble problem={error} />
      {!data && !error && <Waiting />}
      {data && (
        <Facts
          facts={data.map(({ description, usage }) => [said(description), inUnits(description, usage)])}
        />
      )}
    </Panel>
  );
};

const inUnits = (description: string, usage: number): string =>
  description.endsWith("bytes") ? formatBytes(usage) : formatCount(usage);

/** Kinds of resource are called as everywhere in the console. */
const said = (description: string): string => {
  const words =
    { scopes: "pipelines", targets: "deployments" }[description] ?? description.replaceAll("_", " ");
  return words.charAt(0).toUpperCase() + words.slice(1).replace(/bytes$/, "data");
};
