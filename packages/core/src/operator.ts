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
export { exportBackup } from "./recovery/export-backup.ts";
export { DomainError } from "./request/domain-error.ts";
export { masterKeyStatus } from "./secret-store/master-keys.ts";
export { removeMasterKey } from "./secret-store/remove-master-key.ts";
export { rotateMasterKey } from "./secret-store/rotate-master-key.ts";
export { seedPlatform } from "./seed-platform.ts";
export { addSite } from "./site/add-site.ts";
export { checkSite } from "./site/check-site.ts";
export { previewResume, type ResumedSite, type ResumePreview, resumeSite } from "./site/fence/resume-site.ts";
export { importSiteImage } from "./site/import-image.ts";
export { listAllSites } from "./site/list-sites.ts";
export { removeSite } from "./site/remove-site.ts";
export { renewSite } from "./site/renew-site.ts";
export type { SiteState } from "./site/site-state.ts";
export { adoptResources } from "./site/unknown/adopt-resources.ts";
export { discardResource } from "./site/unknown/discard-resource.ts";
export { listUnknown } from "./site/unknown/unknown-resources.ts";
export { createOrganization, createWorkspace, seedDemo } from "./tenancy/index.ts";
export { createToken, isFullToken, revokeToken, rotateToken } from "./token/index.ts";
