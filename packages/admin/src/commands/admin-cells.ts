import { beginCell } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command, UsageError } from "../program.ts";

export const cellCommands = ({ answering }: Actions) => [
  command("begin", "Set the first workspace id of a new cell, so that its ids are in no other cell")
    .requiredOption("--number <NUMBER>", "1 to 9999, another for each cell; the first cell has 0 and needs no command")
    .action(
      answering(async ({ database, configuration }, { number }) => {
        if (!/^[1-9]\d{0,3}$/.test(number)) throw new UsageError("--number must be a number from 1 to 9999.");
        return { cell: configuration.cell ?? "", first_workspace_id: await beginCell(database, Number(number)) };
      }),
    ),
];
