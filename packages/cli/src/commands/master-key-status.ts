import { masterKeyStatus } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const masterKeyStatusCommand = defineCommand({
  name: "admin master-key status",
  about: "Say which master keys there are, and how many of the secret stores' data keys are under each",
  options: {},
  async run({ database, configuration }) {
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
  },
});

function stateOf(primary: boolean, known: boolean): string {
  if (primary) return "primary";
  return known ? "old" : "missing";
}
