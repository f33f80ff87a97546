import type { Configuration } from "@fulmar/config";
import { localKeyManagement, type MasterKeySource } from "@fulmar/providers";
import { Vault } from "../request/vault.ts";

/** The vault of one process, with the master keys that its configuration names. */
export function createVault(configuration: Pick<Configuration, "masterKey" | "masterKeyFile">): Vault {
  return new Vault(localKeyManagement(masterKeySource(configuration)));
}

/** What stands in the environment wins over the file. */
export function masterKeySource({
  masterKey,
  masterKeyFile,
}: Pick<Configuration, "masterKey" | "masterKeyFile">): MasterKeySource {
  return masterKey === undefined ? { file: masterKeyFile } : { text: masterKey };
}
