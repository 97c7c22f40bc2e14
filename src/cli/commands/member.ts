// The `bellwether member` commands: who is in the account, with which role, and whom to invite. Members are named by
// their e-mail address or their ID.

import type { Client } from "../client.js";
import { type Command, command, type Group } from "../command.js";
import { asJson, connect, connection } from "../connect.js";
import { confirmDeletion, withoutAsking } from "../deletion.js";
import { UsageError } from "../exit.js";
import { printAnswer, printTable } from "../resources/show.js";

const shared = { ...connection, ...asJson };

interface Member {
  user_id: string;
  email: string;
  role: string;
  created_at: string;
  entered_at: string;
}
interface Invitation {
  id: string;
  email: string;
  role: string;
  expires_at: string;
  accept_url?: string;
}

const list: Command = command({
  usage: "member list [--json]",
  text: "Lists the members with their roles, and the invitations that are open.",
  options: shared,
  operands: [0, 0],
  async run({ values }, terminal) {
    const client = connect(values, terminal);
    const members = await client.get<Member[]>("/members");
    const invitations = await client.get<Invitation[]>("/members/invitations");
    if (values.json)
      return printAnswer(terminal.out, { members, invitations }, true, [...members, ...invitations]);
    const rows = [
      ...members.map(({ email, role, entered_at, user_id }) => [email, role, entered_at, user_id]),
      ...invitations.map(({ email, role, expires_at, id }) => [
        email,
        role,
        `invited until ${expires_at}`,
        id,
      ]),
    ];
    printTable(terminal.out, ["e-mail", "role", "last here", "id"], rows);
  },
});

const invite: Command = command({
  usage: "member invite EMAIL --role ROLE [--json]",
  text:
    "Invites somebody, by a link that is good once, for seven days. Where the service sends no e-mails, it prints the link, for you to " +
    "pass on.",
  options: {
    role: {
      type: "string",
      value: "ROLE",
      text: "What they may do: masked_viewer, viewer, editor or administrator.",
    },
    ...shared,
  },
  operands: [1, 1],
  async run({ operands: [email = ""], values }, terminal) {
    const { role, json } = values;
    if (role === undefined)
      throw new UsageError("The role is missing: --role masked_viewer, viewer, editor or administrator.");
    const client = connect(values, terminal);
    const made = await client.post<Invitation>("/members/invitations", { email, role });
    if (json) return printAnswer(terminal.out, made, true);
    const { accept_url: url, expires_at } = made;
    terminal.out.write(
      url === undefined
        ? `A link was sent to ${email}. It is good until ${expires_at}.\n`
        : `${client.absolute(url)}\n`,
    );
  },
});

const role: Command = command({
  usage: "member role MEMBER ROLE [--json]",
  text: "Changes the role of a member to masked_viewer, viewer, editor or administrator, from their next request on.",
  options: shared,
  operands: [2, 2],
  async run({ operands: [who = "", wanted = ""], values }, terminal) {
    const client = connect(values, terminal);
    const { user_id } = await memberOf(client, who);
    const changed = await client.patch<Member>(pathOf(user_id), { role: wanted });
    if (values.json) return printAnswer(terminal.out, changed, true);
    terminal.out.write(`${changed.email} is ${changed.role} now\n`);
  },
});

const remove: Command = command({
  usage: "member remove MEMBER [--yes]",
  text: "Removes a member, who is signed out of this account, or withdraws an open invitation. At an interactive terminal it asks before.",
  options: { ...withoutAsking, ...connection },
  operands: [1, 1],
  async run({ operands: [who = ""], values }, terminal) {
    const client = connect(values, terminal);
    const invited = (await client.get<Invitation[]>("/members/invitations")).find(({ email, id }) =>
      isNamed(who, email, id),
    );
    if (invited) {
      await client.delete(`/members/invitations/${encodeURIComponent(invited.id)}`);
      terminal.out.write(`the invitation of ${invited.email} is withdrawn\n`);
      return;
    }
    const { user_id, email } = await memberOf(client, who);
    const consequence = `This removes ${email} from the account: their sessions end. They need another invitation to come back.`;
    await confirmDeletion(consequence, values, terminal);
    await client.delete(pathOf(user_id));
    terminal.out.write(`${email} is removed\n`);
  },
});

const signOut: Command = command({
  usage: "member sign-out MEMBER",
  text: "Ends the sessions of a member in this account, such as on a device that is lost. They may sign in again.",
  options: connection,
  operands: [1, 1],
  async run({ operands: [who = ""], values }, terminal) {
    const client = connect(values, terminal);
    const { user_id, email } = await memberOf(client, who);
    await client.delete(`${pathOf(user_id)}/sessions`);
    terminal.out.write(`${email} is signed out\n`);
  },
});

const handOver: Command = command({
  usage: "member hand-over MEMBER [--yes] [--json]",
  text: "Makes a member the owner. The owner of before becomes an administrator. At an interactive terminal it asks before.",
  options: {
    yes: { type: "boolean", text: "Without asking. Without an interactive terminal, nothing is asked." },
    ...shared,
  },
  operands: [1, 1],
  async run({ operands: [who = ""], values }, terminal) {
    const client = connect(values, terminal);
    const { user_id, email } = await memberOf(client, who);
    const question = `This makes ${email} the owner of the account. Only they can give it back.\nHand it over?`;
    if (!values.yes && (await terminal.confirm(question)) === false)
      throw new UsageError("Nothing was changed.");
    const made = await client.post<Member>(`${pathOf(user_id)}/make_owner`, {});
    if (values.json) return printAnswer(terminal.out, made, true);
    terminal.out.write(`${email} is the owner now\n`);
  },
});

export const member: Group = {
  text: "Members of the account, and invitations of others. The key needs the role administrator.",
  verbs: { list, invite, role, remove, "sign-out": signOut, "hand-over": handOver },
};

const pathOf = (userId: string): string => `/members/${encodeURIComponent(userId)}`;

const isNamed = (who: string, email: string, id: string): boolean =>
  id === who || email.toLowerCase() === who.trim().toLowerCase();

export const memberOf = async (client: Client, who: string): Promise<Member> => {
  const found = (await client.get<Member[]>("/members")).find(({ email, user_id }) =>
    isNamed(who, email, user_id),
  );
  if (!found)
    throw new UsageError(`No member has the e-mail address or ID ${who}. "bellwether member list" has them.`);
  return found;
};
