// Trial requests: each operation of the reference can be sent from its page, with the session of whoever is
// signed in to the console. The service accepts changes by that session from its own pages alone, of which
// this is one. A request that may change something is sent by a second press, on a button that says what it
// does.

import { copyButton } from "./copying.js";
import { element } from "./element.js";
import { type Answered, formatted, readAnswer } from "./trial-answer.js";
import { type Operation, operationAt, type Parameter, requestOf } from "./trial-request.js";

interface Session {
  account: { name: string; email?: string } | null;
}

export const addTrials = (): void => {
  for (const article of document.querySelectorAll<HTMLElement>("article.operation")) {
    const box = element("details", { class: "trial" }, element("summary", {}, "Try it"));
    box.addEventListener("toggle", () => {
      if (box.open)
        void fill(box, article).catch(() =>
          explain(box, "The service could not be reached. Close and open this again."),
        );
    });
    article.querySelector(".samples")?.after(box);
  }
};

const explain = (box: HTMLElement, ...content: (Node | string)[]): void => {
  for (const old of [...box.children].slice(1)) old.remove();
  box.append(element("p", {}, ...content));
};

const fill = async (box: HTMLDetailsElement, article: HTMLElement): Promise<void> => {
  const { method = "", path = "" } = article.dataset;
  const [session, operation] = await Promise.all([
    readJson<Session>("/v1/sessions/current"),
    operationAt(method, path),
  ]);
  if (!session.account && operation.needsKey) {
    const link = element("a", { href: "/console" }, "Sign in to the console");
    explain(box, link, " to send requests from this page, in the same browser. Then open this again.");
    return;
  }
  if (box.querySelector("form")) return;
  explain(
    box,
    session.account ? `Signed in to the account “${session.account.name}”.` : "This operation needs no key.",
  );
  box.append(await trialForm(operation, session));
};

const readJson = async <T>(url: string): Promise<T> => {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error(`${url} was answered with ${answer.status}`);
  return answer.json();
};

const trialForm = async (operation: Operation, { account }: Session): Promise<HTMLFormElement> => {
  const { method, path, summary } = operation;
  const isRead = method === "GET" || method === "OPTIONS";
  const own = account ? await ownResources(path) : [];
  const fields = operation.parameters.map((parameter) => parameterField(operation, parameter, own));
  const body = operation.body === undefined ? undefined : bodyField(operation);
  const output = element("output", {});
  const label = isRead ? `Send ${method} ${path}` : `${summary} …`;
  const form = element(
    "form",
    {},
    ...fields.map(({ label }) => label),
    ...(body ? [body.label] : []),
    element("button", { type: "submit", class: "primary" }, label),
    output,
  );
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    const values = new Map(fields.map(({ name, input }) => [name, input.value.trim()]));
    const request = requestOf(operation, values, body?.input.value);
    const whose = account ? ` of the account “${account.name}”` : "";
    if (!isRead && !(await isConfirmed(summary, `${method} ${request.url} may change data${whose}.`))) return;
    output.replaceChildren(element("p", { class: "soft" }, "Waiting for the answer …"));
    try {
      output.replaceChildren(...answerElements(await readAnswer(request)));
    } catch {
      output.replaceChildren(element("p", {}, "The service could not be reached. Send it again."));
    }
  });
  return form;
};

interface Resource {
  id: string;
  name?: string;
}

/** Resources of the account for the path's first parameter, to choose from. */
const ownResources = async (path: string): Promise<readonly Resource[]> => {
  const [, type, parameter] = path.split("/");
  if (!parameter?.startsWith("{")) return [];
  const answer = await fetch(`/v1/${type}?limit=50`);
  if (!answer.ok) return [];
  const list: unknown = await answer.json();
  return Array.isArray(list) ? list.filter((each): each is Resource => typeof each?.id === "string") : [];
};

interface Field<T> {
  name: string;
  label: HTMLLabelElement;
  input: T;
}

const parameterField = (
  { path }: Operation,
  parameter: Parameter,
  own: readonly Resource[],
): Field<HTMLInputElement> => {
  const { name, place, isRequired, example = "" } = parameter;
  const isOwn = place === "path" && path.split("/")[2] === `{${name}}` && own.length > 0;
  const listId = isOwn ? `choices-${crypto.getRandomValues(new Uint32Array(1))[0]}` : undefined;
  const input = element("input", {
    name,
    list: listId,
    required: isRequired,
    placeholder: isRequired ? undefined : example,
    autocomplete: "off",
    spellcheck: "false",
  });
  input.value = isOwn && name === "id" ? own[0]!.id : isRequired ? example : "";
  const choices = isOwn
    ? [
        element(
          "datalist",
          { id: listId },
          ...own.map(({ id, name: title }) => element("option", { value: id }, title ?? id)),
        ),
      ]
    : [];
  const hint = isRequired ? "" : " (optional)";
  return {
    name,
    input,
    label: element("label", {}, element("span", {}, `${name}${hint}`), input, ...choices),
  };
};

const bodyField = ({ body = "" }: Operation): Field<HTMLTextAreaElement> => {
  const rows = String(Math.min(20, body.split("\n").length + 1));
  const input = element("textarea", { name: "body", rows, spellcheck: "false", autocomplete: "off" });
  input.value = body;
  return { name: "body", input, label: element("label", {}, element("span", {}, "Body"), input) };
};

const isConfirmed = (summary: string, text: string): Promise<boolean> =>
  new Promise((resolve) => {
    const send = element("button", { value: "send", class: "primary" }, summary);
    const cancel = element("button", { value: "cancel" }, "Cancel");
    const form = element(
      "form",
      { method: "dialog" },
      element("h2", {}, `${summary}?`),
      element("p", {}, text),
      send,
      cancel,
    );
    const dialog = element("dialog", { "aria-label": summary }, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "send");
    });
    document.body.append(dialog);
    dialog.showModal();
  });

const answerElements = (answer: Answered): HTMLElement[] => {
  const code = element("code", {}, formatted(answer));
  const help =
    answer.helpUrl === undefined ? [] : [" ", element("a", { href: answer.helpUrl }, "About this error")];
  const state = element(
    "b",
    { class: answer.status < 400 ? "good" : "bad" },
    `${answer.status} ${answer.statusText}`,
  );
  const rest = [answer.isCut ? "beginning of the answer" : "", answer.type].filter(Boolean).join(", ");
  return [
    element("p", {}, state, " ", element("small", {}, rest), ...help),
    element(
      "div",
      { class: "code" },
      element("pre", { tabindex: "0", "aria-label": "Answer" }, code),
      copyButton(() => code),
    ),
  ];
};
