import type { CommandUnknownOpts, Option } from "@commander-js/extra-typings";
import { releaseVersion } from "@fulmar/config";

/** One types this before the words of a command. */
const CALL = releaseVersion() === undefined ? "npm run --silent fulmar --" : "fulmar";

/** The words that call a command, such as `admin`, `token`, `create`. */
export function pathOf(command: CommandUnknownOpts): string[] {
  return command.parent === null ? [] : [...pathOf(command.parent), command.name()];
}

/** The usage of a command with all its options, or a group's commands, one per line. */
export function helpOf(command: CommandUnknownOpts): string {
  const own = command.description() === "" ? [] : describeOne(command);
  const others = command.commands.length > 0 ? describeGroup(command, own.length > 0) : [];
  const lines = [...own, ...others];
  return `${[...lines, "", "All commands take --json, which prints one JSON document, and --help, which prints this text."].join("\n")}\n`;
}

/** @param below whether the group itself is a command, which was described before */
function describeGroup(group: CommandUnknownOpts, below: boolean): string[] {
  return [
    ...(below ? [] : [`Usage: ${CALL} COMMAND [OPTIONS]`]),
    ...commandsOf(group)
      .filter((command) => command !== group)
      .flatMap((command) => ["", `  ${callOf(command)}`, `      ${command.description()}`]),
  ];
}

function commandsOf(group: CommandUnknownOpts): readonly CommandUnknownOpts[] {
  return [...(group.description() === "" ? [] : [group]), ...group.commands.flatMap(commandsOf)];
}

function describeOne(command: CommandUnknownOpts): string[] {
  const width = Math.max(0, ...command.options.map((option) => flagOf(option).length));
  return [
    `Usage: ${CALL} ${callOf(command)}`,
    "",
    `${command.description()}.`,
    ...(command.options.length > 0 ? [""] : []),
    ...command.options.map((option) => `  ${flagOf(option).padEnd(width)}  ${option.description}`),
  ];
}

function callOf(command: CommandUnknownOpts): string {
  const options = command.options.map((option) => (option.mandatory ? flagOf(option) : `[${flagOf(option)}]`));
  const names = command.registeredArguments.map((argument) => argument.name().toUpperCase());
  return [...pathOf(command), ...names, ...options].join(" ");
}

/** `--name <NAME>` → `--name NAME`. */
function flagOf({ flags }: Option): string {
  return flags.replaceAll(/[<>]/g, "");
}
