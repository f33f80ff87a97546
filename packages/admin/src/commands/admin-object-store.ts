// The operator's commands for the object store (docs/object-storage.md). The commands are `admin object-store …`.
import { readScrubReport, releaseObjectStore } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { confirm } from "../confirm.ts";
import { command } from "../program.ts";

const MOST_DAMAGED = 1000;

export const objectStoreCommands = ({ answering }: Actions) => [
  command(
    "check",
    "Show what rereading the files has found: when, damaged files with their objects, and files that no row names",
  ).action(
    answering(async ({ database }) => {
      const { folder, damaged } = await readScrubReport(database, MOST_DAMAGED);
      if (folder === undefined) return { folder: null, damaged: [] };
      return {
        host: folder.host,
        folder: folder.folder,
        rereading: folder.scrubbing,
        began_at: folder.scrub_began_at?.toISOString() ?? null,
        ended_at: folder.scrub_ended_at?.toISOString() ?? null,
        stray_files: String(folder.stray_files),
        damaged,
      };
    }),
  ),
  command("release", "Let the next object store that starts take its folder, because the former one is lost")
    .option("--yes", "do not ask for confirmation; needed without a terminal")
    .action(
      answering(async ({ database, input, err }, { yes }) => {
        const question =
          "Objects whose files are not in the folder of the next object store cannot be read from then on.";
        await confirm({ input, err }, { yes, question, answer: "release" });
        const { host, folder } = await releaseObjectStore(database);
        return { released: true, host, folder };
      }),
    ),
];
