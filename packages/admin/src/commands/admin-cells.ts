import { beginCell } from "@fulmar/core/operator";
import { command, UsageError } from "../program.ts";
import { answering } from "../run-command.ts";

export const cellCommands = [
  command("begin", "Let the workspaces of a new cell have ids that no other cell has, before it has any")
    .requiredOption("--number <NUMBER>", "1 to 9999, another for each cell; the first cell has 0 and needs no command")
    .action(
      answering(async ({ database, configuration }, { number }) => {
        if (!/^[1-9]\d{0,3}$/.test(number)) throw new UsageError("--number must be a number from 1 to 9999.");
        return { cell: configuration.cell ?? "", first_workspace_id: await beginCell(database, Number(number)) };
      }),
    ),
];
