import { archiveStore } from "./archive-store.ts";
import { createSecret } from "./create-secret.ts";
import { createSecretVersion } from "./create-secret-version.ts";
import { createStore } from "./create-store.ts";
import { deleteSecret } from "./delete-secret.ts";
import { deleteStore } from "./delete-store.ts";
import { destroySecretVersion } from "./destroy-secret-version.ts";
import { disableSecretVersion } from "./disable-secret-version.ts";
import { enableSecretVersion } from "./enable-secret-version.ts";
import { getSecret } from "./get-secret.ts";
import { getStore } from "./get-store.ts";
import { listSecretVersions } from "./list-secret-versions.ts";
import { listSecrets } from "./list-secrets.ts";
import { listStores } from "./list-stores.ts";
import { readSecretValue } from "./read-secret-value.ts";
import { restoreSecret } from "./restore-secret.ts";
import { restoreStore } from "./restore-store.ts";
import { unarchiveStore } from "./unarchive-store.ts";
import { updateSecret } from "./update-secret.ts";
import { updateStore } from "./update-store.ts";

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
