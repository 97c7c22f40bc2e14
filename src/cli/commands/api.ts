// The `bellwether api` command: sends any request of the API, for analyses, lookups and everything without a command.

import { command } from "../command.js";
import { connect, connection } from "../connect.js";

export const api = command({
  usage: "api METHOD PATH [BODY]",
  text: "Sends a request, such as: bellwether api GET /outcomes/ID/analysis. Prints the response as it is.",
  options: connection,
  operands: [2, 3],
  async run({ operands: [method = "", path = "", body], values }, terminal) {
    const type = method.toUpperCase() === "PATCH" ? "application/merge-patch+json" : "application/json";
    const at = `/${path.replace(/^\/?(v1\/)?/, "")}`;
    const sent = body === undefined ? {} : { headers: { "content-type": type }, body };
    const answer = await (await connect(values, terminal).send(method.toUpperCase(), at, sent)).text();
    terminal.out.write(answer === "" || answer.endsWith("\n") ? answer : `${answer}\n`);
  },
});
