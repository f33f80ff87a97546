import { Command } from "commander";
import { UsageError } from "./failure.ts";

/** `COMP_WORDBREAKS` splits words at `=` and `:`; the words of this command line have neither before a value. */
const SCRIPTS: Readonly<Record<string, string>> = {
  bash: `_fulmar() {
  local IFS=$'\\n'
  COMPREPLY=($(compgen -W "$(fulmar __complete "\${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _fulmar fulmar
`,
  zsh: `#compdef fulmar
_fulmar() {
  local -a found
  found=("\${(@f)$(fulmar __complete "\${(@)words[2,CURRENT]}" 2>/dev/null)}")
  compadd -- $found
}
compdef _fulmar fulmar
`,
  fish: `function __fulmar_complete
  set -l words (commandline -opc) (commandline -ct)
  fulmar __complete $words[2..-1] 2>/dev/null
end
complete -c fulmar -f -a '(__fulmar_complete)'
`,
};

/** `fulmar completion bash`: a script for the shell, which asks \`fulmar __complete\` for the words that may follow. */
export function completionCommand(): Command {
  return new Command("completion")
    .description("Print the completion script of bash, zsh or fish")
    .argument("<shell>", Object.keys(SCRIPTS).join(", "))
    .action((shell: string) => {
      const script = SCRIPTS[shell];
      if (script === undefined) throw new UsageError(`The shell must be one of ${Object.keys(SCRIPTS).join(", ")}.`);
      process.stdout.write(script);
    });
}

/** The words that may stand at the place of the last one: commands, options, and values of an option with choices. */
export function candidates(program: Command, words: readonly string[]): string[] {
  let command = program;
  const before = words.slice(0, -1);
  for (const [index, word] of before.entries()) {
    const option = optionsOf(command).find(({ long, short }) => word === long || word === short);
    if (option?.required && index === before.length - 1) return [...(option.argChoices ?? [])];
    command = command.commands.find((each) => each.name() === word || each.aliases().includes(word)) ?? command;
  }
  if (command.commands.length > 0 && !words.at(-1)?.startsWith("-")) return command.commands.map((each) => each.name());
  return optionsOf(command).flatMap(({ long, hidden }) => (long === undefined || hidden ? [] : [long]));
}

function optionsOf(command: Command): Command["options"] {
  return [...command.options, ...(command.parent === null ? [] : optionsOf(command.parent))];
}
