// The `bellwether completion` command: what a shell proposes after Tab, made from the commands and their options.

import { type Command, command, type Group, type Listed, type Options, unknown } from "./command.js";
import { UsageError } from "./exit.js";

/** Words that can follow a command: verbs of a group, or options. */
interface Completable {
  /** One word, or a noun and a verb. */
  words: string;
  summary: string;
  verbs: readonly { name: string; summary: string }[];
  options: readonly { name: string; summary: string; takesValue: boolean }[];
}

const shells = ["bash", "zsh", "fish"] as const;

type Commands = Readonly<Record<string, Listed>>;

export const completionOf = (commands: Commands): Command =>
  command({
    usage: `completion (${shells.join(" | ")})`,
    text: `Prints the completion of a shell. For bash, put eval "$(bellwether completion bash)" into ~/.bashrc; for zsh, after compinit,
eval "$(bellwether completion zsh)" into ~/.zshrc; for fish, bellwether completion fish > ~/.config/fish/completions/bellwether.fish.`,
    options: {},
    operands: [1, 1],
    async run({ operands: [typed = ""] }, { out }) {
      const shell = shells.find((each) => each === typed);
      if (!shell) throw new UsageError(unknown("shell", typed, shells));
      out.write(scripts[shell](await completable(commands)));
    },
  });

const completable = async (commands: Readonly<Record<string, Listed>>): Promise<Completable[]> => {
  const all = Object.entries(commands);
  const found = await Promise.all(
    all.map(async ([name, { summary, load }]) => ofCommand(name, summary, await load())),
  );
  const names = all.map(([name, { summary }]) => ({ name, summary }));
  return [{ words: "", summary: "", verbs: names, options: [] }, ...found.flat()];
};

const ofCommand = (words: string, summary: string, found: Command | Group): Completable[] => {
  if (!("verbs" in found)) return [{ words, summary, verbs: [], options: optionsOf(found.options) }];
  const verbs = Object.entries(found.verbs);
  return [
    {
      words,
      summary,
      verbs: verbs.map(([name, { text }]) => ({ name, summary: firstSentence(text) })),
      options: found.piped ? optionsOf(found.piped.options) : [],
    },
    ...verbs.flatMap(([name, verb]) => ofCommand(`${words} ${name}`, firstSentence(verb.text), verb)),
  ];
};

const optionsOf = (options: Options): Completable["options"] =>
  Object.entries(options).map(([name, { type, text }]) => ({
    name: `--${name}`,
    summary: firstSentence(text),
    takesValue: type === "string",
  }));

const firstSentence = (text: string): string => text.replace(/\s+/g, " ").split(/(?<=\.) /)[0]!;

/** In single quotes, as all three shells read them. */
const quoted = (text: string): string => `'${text.replaceAll("'", "’")}'`;

const wordsAfter = ({ verbs, options }: Completable): string =>
  [...verbs, ...options].map(({ name }) => name).join(" ");

/** The longest known words before the cursor decide; where none of theirs fit, files are proposed. */
const bash = (all: readonly Completable[]): string => `_bellwether() {
  local current=\${COMP_WORDS[COMP_CWORD]} known=
  local one=\${COMP_WORDS[1]} two="\${COMP_WORDS[1]} \${COMP_WORDS[2]}"
  (( COMP_CWORD > 1 )) || { one=; two=; }
  (( COMP_CWORD > 2 )) || two=
  case $two in
${cases(all.filter(({ words }) => words.includes(" ")))}
  esac
  [[ $known ]] || case $one in
${cases(all.filter(({ words }) => !words.includes(" ")))}
  esac
  COMPREPLY=($(compgen -W "$known" -- "$current"))
  [[ \${COMPREPLY[*]} ]] || COMPREPLY=($(compgen -f -- "$current"))
}
complete -o filenames -F _bellwether bellwether
`;

const cases = (all: readonly Completable[]): string =>
  all.map((each) => `    ${quoted(each.words)}) known=${quoted(wordsAfter(each))} ;;`).join("\n");

const zsh = (all: readonly Completable[]): string => `#compdef bellwether
_bellwether() {
  local -A known
  known=(
${all.map((each) => `    ${quoted(each.words || " ")} ${quoted(described(each))}`).join("\n")}
  )
  local at=' '
  (( CURRENT > 2 )) && at=$words[2]
  (( CURRENT > 3 )) && [[ -n \${known[$words[2] $words[3]]} ]] && at="$words[2] $words[3]"
  local -a proposals
  proposals=("\${(@f)known[$at]}")
  _describe -V bellwether proposals || _files
}
(( $+functions[compdef] )) && compdef _bellwether bellwether
`;

const described = ({ verbs, options }: Completable): string =>
  [...verbs, ...options].map(({ name, summary }) => `${name}:${summary.replaceAll(":", "\\:")}`).join("\n");

const fish = (all: readonly Completable[]): string =>
  `${all
    .flatMap(({ words, verbs, options }) => {
      const nested = words.split(" ").filter((word) => word !== "");
      const names = verbs.map(({ name }) => name).join(" ");
      const seen = nested.map((word) => `__fish_seen_subcommand_from ${word}`);
      const here = verbs.length > 0 ? [...seen, `not __fish_seen_subcommand_from ${names}`] : seen;
      const condition = quoted(nested.length === 0 ? "__fish_use_subcommand" : here.join("; and "));
      return [
        ...verbs.map(
          ({ name, summary }) => `complete -c bellwether -f -n ${condition} -a ${name} -d ${quoted(summary)}`,
        ),
        ...options.map(
          ({ name, summary, takesValue }) =>
            `complete -c bellwether -n ${condition} -l ${name.slice(2)}${takesValue ? " -r" : ""} -d ${quoted(summary)}`,
        ),
      ];
    })
    .join("\n")}\n`;

const scripts = { bash, zsh, fish };
