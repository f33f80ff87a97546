import { writeFileSync } from "node:fs";
import { operationCommands } from "./commands.ts";

/** Rewrites the table of commands: `npm run generate`. A test compares it with the contract. */
writeFileSync(
  new URL("../api/commands.json", import.meta.url),
  `[\n${operationCommands()
    .map((command) => JSON.stringify(command))
    .join(",\n")}\n]\n`,
);
