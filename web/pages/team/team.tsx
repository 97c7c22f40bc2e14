// Team of the account: members with their roles, and invitations of others.

import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type Role, roles, roleWords } from "../../../src/words/roles.js";
import { startAfresh, useMay, useSession } from "../../api/account.js";
import { answer, api, type Schemas } from "../../api/client.js";
import { useMutationOf } from "../../api/resources.js";
import { Page } from "../../shell/page.js";
import { Ago } from "../../ui/ago.js";
import { Button, Copy } from "../../ui/button.js";
import { ChoiceField } from "../../ui/choice-field.js";
import { Confirm, Dialog } from "../../ui/dialog.js";
import { ErrorNotice } from "../../ui/error-notice.js";
import { TextField } from "../../ui/field.js";
import { Form } from "../../ui/form.js";
import { formatDay } from "../../ui/format.js";
import { type Column, List } from "../../ui/list.js";
import { Empty, Panel, Skeleton } from "../../ui/panel.js";
import { Popover } from "../../ui/popover.js";
import styles from "./team.module.css";

type Member = Schemas["Member"];
type Invitation = Schemas["Invitation"];
type Given = Invitation["role"];

const Team = () => {
  const { data: session } = useSession();
  const may = useMay();
  const [isInviting, setInviting] = useState(false);
  const members = useQuery({ queryKey: ["members"], queryFn: () => answer(api.GET("/members")) });
  const isAdministrator = may("administer");
  return (
    <Page
      title="Team"
      up={{ to: "/settings", label: "Settings" }}
      about="Everyone here signs in with their own e-mail address and password. The role says what they may do."
      actions={
        isAdministrator && (
          <Button look="primary" onClick={() => setInviting(true)}>
            Invite
          </Button>
        )
      }
    >
      <Panel title="Members">
        <ErrorNotice problem={members.error} />
        {!members.data && !members.error && <Skeleton />}
        {members.data && (
          <List
            label="Members"
            rows={members.data}
            rowKey={({ user_id }) => user_id}
            columns={memberColumns(session?.user?.id)}
            empty={
              <Empty>
                Nobody signs in to this account: it is used with API keys. Invite somebody, or set a password.
              </Empty>
            }
          />
        )}
      </Panel>
      {isAdministrator && <Invitations />}
      {isInviting && <Invite onClose={() => setInviting(false)} />}
    </Page>
  );
};
export default Team;

const memberColumns = (ownId: string | undefined): Column<Member>[] => [
  {
    header: "E-mail",
    value: ({ email }) => email,
    cell: ({ email, user_id }) => (
      <>
        {email} {user_id === ownId && <span className="soft">(you)</span>}
      </>
    ),
  },
  { header: "Role", value: ({ role }) => roleWords[role].label, isFilter: true },
  {
    header: "Change",
    value: () => undefined,
    cell: (member) => <MemberActions member={member} isOwn={member.user_id === ownId} />,
  },
  {
    header: "Member since",
    value: ({ created_at }) => created_at,
    cell: ({ created_at: at }) => formatDay(at),
  },
  {
    header: "Last here",
    value: ({ entered_at }) => entered_at,
    cell: ({ entered_at: at }) => <Ago at={at} />,
  },
];

type OpenDialog = "role" | "remove" | "owner";

const MemberActions = ({ member, isOwn }: { member: Member; isOwn: boolean }) => {
  const may = useMay();
  const [dialog, setDialog] = useState<OpenDialog>();
  const actions: [OpenDialog, string, boolean][] = [
    ["role", "Change role", may("administer")],
    ["owner", "Make owner", may("own")],
    ["remove", isOwn ? "Leave" : "Remove", isOwn || may("administer")],
  ];
  const allowed = member.role === "owner" ? [] : actions.filter(([, , isAllowed]) => isAllowed);
  if (allowed.length === 0) return null;
  const close = () => setDialog(undefined);
  return (
    <>
      <Popover
        look="quiet"
        label={
          <>
            Change<span className="visually-hidden"> {member.email}</span>
          </>
        }
      >
        {(closeMenu) => (
          <div className={styles.actions}>
            {allowed.map(([name, label]) => (
              <Button
                key={name}
                look="quiet"
                onClick={() => {
                  closeMenu();
                  setDialog(name);
                }}
              >
                {label}
              </Button>
            ))}
          </div>
        )}
      </Popover>
      {dialog === "role" && <ChangeRole member={member} onClose={close} />}
      {dialog === "owner" && <MakeOwner member={member} onClose={close} />}
      {dialog === "remove" && <Remove member={member} isOwn={isOwn} onClose={close} />}
    </>
  );
};

interface DialogProps {
  member: Member;
  onClose: () => void;
}

const pathOf = ({ user_id }: Member) => ({ params: { path: { user_id } } });

const ChangeRole = ({ member, onClose }: DialogProps) => {
  const [role, setRole] = useState<Given>(member.role === "owner" ? "administrator" : member.role);
  const change = useMutationOf(() =>
    answer(api.PATCH("/members/{user_id}", { ...pathOf(member), body: { role } })),
  );
  return (
    <Dialog title={`Role of ${member.email}`} onClose={onClose}>
      <Form
        action="Change role"
        sending={change}
        onSubmit={() => change.mutate(undefined, { onSuccess: onClose })}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <RoleField value={role} onChange={setRole} />
      </Form>
    </Dialog>
  );
};

const MakeOwner = ({ member, onClose }: DialogProps) => {
  const handOver = useMutationOf(() => answer(api.POST("/members/{user_id}/make_owner", pathOf(member))));
  return (
    <Confirm
      title={`Hand the account over to ${member.email}?`}
      action="Hand over"
      isDangerous
      isBusy={handOver.isPending}
      problem={handOver.error}
      onConfirm={() => handOver.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>
        They own the account from then on, get its e-mails, and can delete it. You become an administrator.
        Only they can give it back.
      </p>
    </Confirm>
  );
};

const Remove = ({ member, isOwn, onClose }: DialogProps & { isOwn: boolean }) => {
  const remove = useMutationOf(() => answer(api.DELETE("/members/{user_id}", pathOf(member))));
  return (
    <Confirm
      title={isOwn ? "Leave this account?" : `Remove ${member.email}?`}
      action={isOwn ? "Leave" : "Remove"}
      isDangerous
      isBusy={remove.isPending}
      problem={remove.error}
      onConfirm={() => remove.mutate(undefined, { onSuccess: isOwn ? startAfresh : onClose })}
      onCancel={onClose}
    >
      <p>
        {isOwn
          ? "You are signed out, and need another invitation to come back."
          : "They are signed out at once."}{" "}
        API keys keep working. If this is the only account, the sign-in is deleted too.
      </p>
    </Confirm>
  );
};

const Invitations = () => {
  const [withdrawn, setWithdrawn] = useState<Invitation>();
  const { data, error } = useQuery({
    queryKey: ["invitations"],
    queryFn: () => answer(api.GET("/members/invitations")),
  });
  return (
    <Panel title="Open invitations">
      <ErrorNotice problem={error} />
      {!data && !error && <Skeleton />}
      {data && (
        <List
          label="Invitations"
          rows={data}
          rowKey={({ id }) => id}
          columns={[
            { header: "E-mail", value: ({ email }) => email },
            { header: "Role", value: ({ role }) => roleWords[role].label },
            {
              header: "Withdraw",
              value: () => undefined,
              cell: (invitation) => (
                <Button look="quiet" onClick={() => setWithdrawn(invitation)}>
                  Withdraw<span className="visually-hidden"> {invitation.email}</span>
                </Button>
              ),
            },
            { header: "Invited by", value: ({ invited_by }) => invited_by },
            {
              header: "Good until",
              value: ({ expires_at }) => expires_at,
              cell: ({ expires_at }) => formatDay(expires_at),
            },
          ]}
          empty={<Empty>No open invitations.</Empty>}
        />
      )}
      {withdrawn && <Withdraw invitation={withdrawn} onClose={() => setWithdrawn(undefined)} />}
    </Panel>
  );
};

const Withdraw = ({
  invitation: { id, email },
  onClose,
}: {
  invitation: Invitation;
  onClose: () => void;
}) => {
  const withdraw = useMutationOf(() =>
    answer(api.DELETE("/members/invitations/{id}", { params: { path: { id } } })),
  );
  return (
    <Confirm
      title={`Withdraw the invitation of ${email}?`}
      action="Withdraw"
      isDangerous
      isBusy={withdraw.isPending}
      problem={withdraw.error}
      onConfirm={() => withdraw.mutate(undefined, { onSuccess: onClose })}
      onCancel={onClose}
    >
      <p>Its link stops working.</p>
    </Confirm>
  );
};

const Invite = ({ onClose }: { onClose: () => void }) => {
  const { data: session } = useSession();
  const [email, setEmail] = useState("");
  const [role, setRole] = useState<Given>("viewer");
  const invite = useMutationOf((body: { email: string; role: Given }) =>
    answer(api.POST("/members/invitations", { body })),
  );
  if (invite.data) return <Invited invitation={invite.data} onClose={onClose} />;
  return (
    <Dialog title="Invite somebody" onClose={onClose}>
      <Form
        action="Invite"
        sending={invite}
        onSubmit={() => invite.mutate({ email, role })}
        aside={<Button onClick={onClose}>Cancel</Button>}
      >
        <TextField
          label="E-mail"
          type="email"
          hint={
            session?.sends_email
              ? "We send a link to this address. It is good for seven days."
              : "You get a link to pass on. It is good for seven days, for this address alone."
          }
          value={email}
          onChange={setEmail}
          autoComplete="off"
          required
        />
        <RoleField value={role} onChange={setRole} />
      </Form>
    </Dialog>
  );
};

const Invited = ({ invitation, onClose }: { invitation: Invitation; onClose: () => void }) => {
  const { email, accept_url } = invitation;
  return (
    <Dialog title={`${email} is invited`} onClose={onClose}>
      {accept_url ? (
        <>
          <p>This service sends no e-mails. Pass this link on to {email}: it is shown only once.</p>
          <Copy text={new URL(accept_url, location.origin).href} label="link" />
        </>
      ) : (
        <p>We sent a link to {email}. It is good for seven days.</p>
      )}
      <div>
        <Button look="primary" onClick={onClose}>
          Done
        </Button>
      </div>
    </Dialog>
  );
};

const isGiven = (role: Role): role is Given => role !== "owner";

const RoleField = ({ value, onChange }: { value: Given; onChange: (role: Given) => void }) => (
  <ChoiceField
    legend="Role"
    value={value}
    choices={roles.filter(isGiven).map((role) => ({ value: role, ...roleWords[role] }))}
    onChange={onChange}
  />
);
