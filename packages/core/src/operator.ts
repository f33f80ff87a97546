export { PROVIDER_KINDS } from "@fulmar/providers";
export {
  assignPriceBook,
  createPriceBook,
  listAssignments,
  listLedger,
  listPriceBooks,
  listPrices,
  type PriceChange,
  type PricePreview,
  previewPrices,
  readDefaultQuotas,
  readQuotas,
  readWallet,
  removeDiscount,
  removePrice,
  removePriceBook,
  renamePriceBook,
  resumeWallet,
  STANDARD_BOOK,
  setDefaultQuota,
  setDiscount,
  setPrice,
  setQuota,
  setWallet,
  suspendWallet,
  topUpWallet,
  unassignPriceBook,
  unsetQuota,
} from "./billing/index.ts";
export {
  type CatalogChange,
  exportCatalog,
  importCatalog,
  listOffers,
  type OfferKind,
  parseCatalog,
  restoreOffer,
  retireOffer,
  starterCatalog,
} from "./catalog/index.ts";
export { cdnZone } from "./cdn/index.ts";
export { beginCell } from "./cells/index.ts";
export { explainOperation, type Finding, findings, keyFindings } from "./diagnosis/index.ts";
export { addEdge, listEdges, removeEdge, renewEdgeToken, setEdgeLineRate } from "./edge/index.ts";
export { allOperators, insertOperatorToken, makeOperator } from "./installation/index.ts";
export { balancerZone } from "./load-balancing/index.ts";
export { absoluteDomainName, addPublicRange, type DnsRecord, type DnsZone, reverseZones } from "./networking/index.ts";
export {
  addRegion,
  beginMove,
  cancelMove,
  listAllRegions,
  listMoves,
  type MoveState,
  type NamedBucket,
  readMove,
  readScrubReport,
  releaseObjectStore,
  removeRegion,
} from "./object-storage/index.ts";
export { exportBackup } from "./recovery/index.ts";
export { DomainError } from "./request/domain-error.ts";
export { resealStoredValues } from "./reseal.ts";
export {
  type AdoptedMachine,
  adoptMachine,
  adoptResources,
  discardResource,
  listStrangers,
  listUnknown,
  type MachineAdoption,
  previewResume,
  type ResumedSite,
  type ResumePreview,
  releaseMachine,
  removeSite,
  resumeSite,
} from "./restore/index.ts";
export { revokeToken } from "./revoke-token.ts";
export { masterKeyStatus, removeMasterKey, rotateMasterKey } from "./secret-store/index.ts";
export { seedPlatform } from "./seed-platform.ts";
export {
  addHost,
  addSite,
  type CheckedGpu,
  type CheckedHost,
  checkGpus,
  checkSite,
  type GpuCheck,
  hostScript,
  importSiteImage,
  listAllSites,
  removeHost,
  renewSite,
  SITE_PROVIDERS,
  type SiteState,
} from "./site/index.ts";
export { createOrganization, createWorkspace, listOrganizations, seedDemo } from "./tenancy/index.ts";
export { createToken, isFullToken, listTokensOf, rotateToken } from "./token/index.ts";
