// The `bellwether login`, `logout` and `profiles` commands: services and keys that are kept, so that they
// need not be given each time.

import { command } from "../command.js";
import { asJson, connect, connection, profileName, serviceOf } from "../connect.js";
import { UsageError } from "../exit.js";
import { profilesFile, readProfiles, writeProfiles } from "../profiles.js";
import { printAnswer, printTable } from "../resources/show.js";

const { url, profile } = connection;

export const login = command({
  usage: "login [--url URL] [--profile NAME]",
  text: `Saves the URL of a service and an API key as a profile, in a file that only you can read. It asks for the key, or reads it from
standard input, and verifies it. BELLWETHER_URL and BELLWETHER_KEY go before the profile, and --profile chooses another.`,
  options: { url, profile },
  operands: [0, 0],
  async run({ values }, terminal) {
    const { environment, out } = terminal;
    const name = profileName(values, environment);
    const service = serviceOf({ ...(values.url !== undefined && { url: values.url }) }, environment).url;
    const key = (await terminal.secret(`API key for ${service}`)).trim();
    const client = connect({ url: service, key }, terminal);
    const account = await client.get<{ name: string }>("/accounts/current");
    const profiles = { ...readProfiles(environment), [name]: { url: service, key } };
    const file = writeProfiles(environment, profiles);
    out.write(`Signed in to ${account.name} at ${service}. Saved as profile ${name} in ${file}.\n`);
  },
});

export const logout = command({
  usage: "logout [--profile NAME]",
  text: "Removes a profile. Its key stays valid: to revoke it, use bellwether keys delete.",
  options: { profile },
  operands: [0, 0],
  async run({ values }, { environment, out }) {
    const name = profileName(values, environment);
    const { [name]: removed, ...others } = readProfiles(environment);
    if (!removed) throw new UsageError(`There is no profile ${name}.`);
    writeProfiles(environment, others);
    out.write(`Profile ${name} removed. Its key stays valid until bellwether keys delete.\n`);
  },
});

export const profiles = command({
  usage: "profiles [--json]",
  text: "Lists the saved profiles, without their keys.",
  options: asJson,
  operands: [0, 0],
  async run({ values }, { environment, out }) {
    const used = profileName({}, environment);
    const saved = Object.entries(readProfiles(environment)).map(([name, { url, key }]) => ({
      name,
      url,
      key_hint: key.slice(-4),
      is_used: name === used,
    }));
    if (values.json) return printAnswer(out, saved, true);
    if (saved.length === 0)
      return void out.write(`No profiles in ${profilesFile(environment)}. bellwether login creates one.\n`);
    const rows = saved.map(({ name, url, key_hint, is_used }) => [
      ...[name, url, `…${key_hint}`, is_used ? "yes" : ""],
    ]);
    printTable(out, ["name", "url", "key ends in", "used"], rows);
  },
});
