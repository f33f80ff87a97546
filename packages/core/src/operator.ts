export {
  listLedger,
  readQuotas,
  readWallet,
  resumeWallet,
  setQuota,
  setWallet,
  suspendWallet,
  topUpWallet,
  unsetQuota,
} from "./billing/index.ts";
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
export { seedPlatform } from "./seed-platform.ts";
export { addSite, checkSite, importSiteImage, listAllSites, renewSite, type SiteState } from "./site/index.ts";
export { createOrganization, createWorkspace, seedDemo } from "./tenancy/index.ts";
export { createToken, isFullToken, revokeToken, rotateToken } from "./token/index.ts";
