import { createSecret, deleteSecret, restoreSecret, updateSecret } from "./change-secret.ts";
import { readSecretValue } from "./secret-values.ts";
import {
  createSecretVersion,
  destroySecretVersion,
  disableSecretVersion,
  enableSecretVersion,
  listSecretVersions,
} from "./secret-versions.ts";
import { getSecret, listSecrets } from "./secrets.ts";
import {
  archiveStore,
  createStore,
  deleteStore,
  getStore,
  listStores,
  restoreStore,
  unarchiveStore,
  updateStore,
} from "./stores.ts";

export const secretStoreHandlers = {
  "secretStore.list": listStores,
  "secretStore.create": createStore,
  "secretStore.get": getStore,
  "secretStore.update": updateStore,
  "secretStore.delete": deleteStore,
  "secretStore.restore": restoreStore,
  "secretStore.archive": archiveStore,
  "secretStore.unarchive": unarchiveStore,
  "secret.list": listSecrets,
  "secret.create": createSecret,
  "secret.get": getSecret,
  "secret.update": updateSecret,
  "secret.delete": deleteSecret,
  "secret.restore": restoreSecret,
  "secret.value": readSecretValue,
  "secretVersion.list": listSecretVersions,
  "secretVersion.create": createSecretVersion,
  "secretVersion.disable": disableSecretVersion,
  "secretVersion.enable": enableSecretVersion,
  "secretVersion.destroy": destroySecretVersion,
} as const;
