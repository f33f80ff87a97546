// The operator's commands for the object store (docs/object-storage.md). The commands are `admin object-store …`.
import { releaseObjectStore } from "@fulmar/core/operator";
import { confirm } from "../confirm.ts";
import { command } from "../program.ts";
import { answering } from "../run-command.ts";

export const objectStoreCommands = [
  command("release", "Let the next object store that starts take its folder, because the former one is lost")
    .option("--yes", "do not ask for confirmation; needed without a terminal")
    .action(
      answering(async ({ database }, { yes }) => {
        const question =
          "Objects whose files are not in the folder of the next object store cannot be read from then on.";
        await confirm({ yes, question, answer: "release" });
        const { host, folder } = await releaseObjectStore(database);
        return { released: true, host, folder };
      }),
    ),
];
