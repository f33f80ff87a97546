export { listLedger } from "./billing/list-ledger.ts";
export { readQuotas, setQuota, unsetQuota } from "./billing/quota.ts";
export { setWallet } from "./billing/set-wallet.ts";
export { resumeWallet, suspendWallet } from "./billing/suspend-wallet.ts";
export { topUpWallet } from "./billing/top-up-wallet.ts";
export { readWallet } from "./billing/wallet.ts";
export { addPublicRange } from "./networking/add-public-range.ts";
export { exportBackup } from "./recovery/index.ts";
export { DomainError } from "./request/domain-error.ts";
export {
  adoptResources,
  discardResource,
  listUnknown,
  previewResume,
  type ResumedSite,
  type ResumePreview,
  removeSite,
  resumeSite,
} from "./restore/index.ts";
export { masterKeyStatus } from "./secret-store/master-keys.ts";
export { removeMasterKey } from "./secret-store/remove-master-key.ts";
export { rotateMasterKey } from "./secret-store/rotate-master-key.ts";
export { addSite, checkSite, importSiteImage, listAllSites, renewSite, type SiteState } from "./site/index.ts";
export { createOrganization } from "./tenancy/create-organization.ts";
export { createWorkspace } from "./tenancy/create-workspace.ts";
export { seedDemo } from "./tenancy/seed-demo.ts";
export { seedPlatform } from "./tenancy/seed-platform.ts";
export { createToken } from "./token/create-token.ts";
export { isFullToken } from "./token/is-full-token.ts";
export { revokeToken } from "./token/revoke-token.ts";
export { rotateToken } from "./token/rotate-token.ts";
