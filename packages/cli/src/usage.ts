import type { Command, Option } from "./command.ts";

const CALL = "npm run --silent fulmar --";

/** How to call some commands: one line each, or one command with all its options. */
export function usage(commands: readonly Command[]): string {
  const [only] = commands;
  const lines = only !== undefined && commands.length === 1 ? describeOne(only) : describeAll(commands);
  return `${[...lines, "", "Everywhere: --json answers with one JSON document, --help with this text."].join("\n")}\n`;
}

function describeAll(commands: readonly Command[]): string[] {
  return [
    `Usage: ${CALL} COMMAND [OPTIONS]`,
    ...commands.flatMap((command) => ["", `  ${callOf(command)}`, `      ${command.about}`]),
  ];
}

function describeOne(command: Command): string[] {
  const options = Object.entries(command.options);
  const width = Math.max(0, ...options.map(([name, option]) => flagOf(name, option).length));
  return [
    `Usage: ${CALL} ${callOf(command)}`,
    "",
    `${command.about}.`,
    ...(options.length > 0 ? [""] : []),
    ...options.map(([name, option]) => `  ${flagOf(name, option).padEnd(width)}  ${option.about}`),
  ];
}

function callOf(command: Command): string {
  const options = Object.entries(command.options).map(([name, option]) =>
    option.optional ? `[${flagOf(name, option)}]` : flagOf(name, option),
  );
  return [command.name, ...options].join(" ");
}

function flagOf(name: string, option: Option): string {
  return option.flag ? `--${name}` : `--${name} ${option.value}`;
}
