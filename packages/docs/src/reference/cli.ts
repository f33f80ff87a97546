import { operationCommands } from "@fulmar/cli/generator/commands.ts";
import type { Field, OperationCommand } from "@fulmar/cli/src/table.ts";
import type { Page } from "../page.ts";
import { resources } from "./resources.ts";
import { table } from "./schema-text.ts";

const commands = new Map(operationCommands().map((command) => [command.id, command]));

/** A page for each noun of the command line. */
export function cliPages(): readonly Page[] {
  return resources.map(({ name, family, operations }) => {
    const own = operations.flatMap(({ declaration }) => commands.get(declaration.id) ?? []);
    const title = `fulmar ${own[0]?.noun}`;
    const about = `What these commands send and print is [in the reference of the API](/docs/api/${name}).`;
    return {
      path: `cli/${name}`,
      title,
      section: "cli",
      group: family,
      source: null,
      markdown: [`# ${title}`, about, ...own.map(commandText)].join("\n\n"),
    };
  });
}

/** The command of an operation, as a block that shows what it takes. */
export function commandOf(id: string): string[] {
  const command = commands.get(id);
  return command === undefined ? [] : [usageOf(command)];
}

function usageOf({ noun, verb, args, flags }: OperationCommand): string {
  const parts = [
    ...args.map(({ flag }) => `<${flag}>`),
    ...flags.filter(({ required }) => required).map(({ flag, type }) => `--${flag}${type === "boolean" ? "" : " …"}`),
    ...(flags.some(({ required }) => !required) ? ["[flags]"] : []),
  ];
  return `\`\`\`console\nfulmar ${[noun, verb, ...parts].join(" ")}\n\`\`\``;
}

function commandText(command: OperationCommand): string {
  const { noun, verb, summary, flags, body, wait, list } = command;
  const also = [
    ...(body ? ["`--body` takes the fields as JSON."] : []),
    ...(wait === undefined ? [] : ["`--wait` waits until it is done."]),
    ...(list ? ["`--limit` limits the items, which are all by default."] : []),
  ];
  const rows = flags.map((field) => [`\`--${field.flag}\``, typeOf(field), aboutOf(field)]);
  return [
    `## ${noun} ${verb}`,
    `${summary}. ${also.join(" ")}`,
    usageOf(command),
    ...(rows.length === 0 ? [] : [table(["Flag", "Takes", ""], rows)]),
  ].join("\n\n");
}

function typeOf({ type, choices, list, nullable }: Field): string {
  const values = choices === undefined ? type : choices.map((choice) => `\`${choice}\``).join(", ");
  return `${values}${list ? ", repeated" : ""}${nullable ? ", or `--no-…` for null" : ""}`;
}

function aboutOf({ about = "", required, found }: Field): string {
  return [about, ...(found ? ["An id or a name."] : []), ...(required ? ["Required."] : [])].join(" ").trim();
}
