export { readCertificate } from "./certificates.ts";
export { secretStoreHandlers } from "./handlers.ts";
export { createVault, masterKeyStatus } from "./master-keys.ts";
export { removeMasterKey } from "./remove-master-key.ts";
export { destroyDeletedSecrets } from "./restore-window.ts";
export { rotateMasterKey } from "./rotate-master-key.ts";
export { secretStoreConstraintErrors } from "./secret-refusals.ts";
export { releaseSecret, useSecret } from "./secret-use.ts";
export { readSecret } from "./secrets.ts";
