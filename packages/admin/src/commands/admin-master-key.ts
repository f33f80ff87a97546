import { DomainError, masterKeyStatus, removeMasterKey, rotateMasterKey } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const masterKeyCommands = ({ answering }: Actions) => [
  command("status", "List the master keys, and how many of the secret stores' data keys are under each").action(
    answering(async ({ database, configuration }) => {
      const { primaryKeyId, keys, left } = await masterKeyStatus(database.sql, configuration);
      return {
        primary: primaryKeyId,
        left: String(left),
        keys: keys.map(({ keyId, dataKeys, known }) => ({
          key_id: keyId,
          data_keys: String(dataKeys),
          state: stateOf(keyId === primaryKeyId, known),
        })),
      };
    }),
  ),
  command(
    "rotate",
    "Rewrap all data keys under a new master key; the command may be stopped at any moment, and continues when it is " +
      "run again. " +
      "Where each machine has its own file, put a new key first in all of them, then run it",
  ).action(
    answering(async ({ database, configuration }) => {
      const { primaryKeyId, made, rewrapped, left } = await rotateMasterKey(database, configuration);
      if (left > 0) {
        throw new DomainError(
          "unavailable",
          `Rewrapped ${rewrapped} data keys; ${left} are left, because their master key is missing or their rows ` +
            "were changed: see admin master-key status.",
        );
      }
      return { primary: primaryKeyId, made, rewrapped: String(rewrapped) };
    }),
  ),
  command("remove", "Remove an old master key from its file, once no data key is under it")
    .requiredOption("--key-id <ID>", "the master key, as admin master-key status shows it")
    .action(
      answering(async ({ database, configuration }, { keyId }) => {
        await removeMasterKey(database, configuration, keyId);
        return { key_id: keyId, removed: true };
      }),
    ),
];

function stateOf(primary: boolean, known: boolean): string {
  if (primary) return "primary";
  return known ? "old" : "missing";
}
