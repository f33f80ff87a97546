import { removeMasterKey } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";

export const removeMasterKeyCommand = defineCommand({
  name: "admin master-key remove",
  about: "Take an old master key out of its file, once nothing is under it",
  options: { "key-id": { value: "ID", about: "the master key, as admin master-key status shows it" } },
  async run({ database, configuration }, { "key-id": keyId }) {
    await removeMasterKey(database, configuration, keyId);
    return { key_id: keyId, removed: true };
  },
});
