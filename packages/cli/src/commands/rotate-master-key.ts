import { DomainError, rotateMasterKey } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const rotateMasterKeyCommand = defineCommand({
  name: "admin master-key rotate",
  about:
    "Bring everything under a new master key; may be stopped at any moment, and goes on where it was when it is run again. " +
    "Where each machine has its own file, put a new key first in all of them, then run it",
  options: {},
  async run({ database, configuration }) {
    const { primaryKeyId, made, rewrapped, left } = await rotateMasterKey(database, configuration);
    if (left > 0) {
      throw new DomainError(
        "unavailable",
        `Rewrapped ${rewrapped} data keys; ${left} are left, for their master key is missing or they were changed: see admin master-key status.`,
      );
    }
    return { primary: primaryKeyId, made, rewrapped: String(rewrapped) };
  },
});
