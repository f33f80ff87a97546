export { addSite, type SiteState } from "./add-site.ts";
export { additionsOf, endpointOfHost, holdLeavingHost, hostScript, refuseTakenEndpoint } from "./added-hosts.ts";
export { checkGpus, type GpuCheck } from "./gpus/check-gpus.ts";
export type { CheckedGpu, CheckedHost } from "./gpus/checked-host.ts";
export { checkSites, guardSites, refuseGreatLoss } from "./guard-sites.ts";
export { addHost, removeHost } from "./host-errands.ts";
export {
  freestFirst,
  hasCards,
  hostsOfVm,
  inspectHosts,
  isAstray,
  missingOfImage,
  ofOrganization,
  RUNS_AT_SITE,
  runsImageOf,
  sitesOfPlan,
  takesVm,
} from "./hosts.ts";
export { FIRST_IMPORTED, importSiteImage, isImageListed, offerImage } from "./import-image.ts";
export { insertSite, newSite, SITE_PROVIDERS } from "./new-site.ts";
export { asOperator, atSite, type OperatedSite } from "./operated-site.ts";
export { recordSiteHours } from "./record-site-hours.ts";
export { resealSiteKeys } from "./reseal-site-keys.ts";
export { isInUse } from "./site-addresses.ts";
export { dedicatedHostsFull, hasRoom, hasRoomToGrow, inspectSites, siteFull } from "./site-capacity.ts";
export { listFencedSites, readSiteConditions, type SiteCondition } from "./site-conditions.ts";
export { listSiteHealth, SITE_OF_UNKNOWN } from "./site-health.ts";
export { answerSiteQuestions, askedConsoleLog, type Questions, SiteSilent, siteAnswer } from "./site-questions.ts";
export {
  addressesWhere,
  RECORDED,
  type RecordedTableName,
  recordOf,
  rowAtHand,
  rowsWhere,
  toRecord,
} from "./site-records.ts";
export { siteClosed, siteWithoutGpus, unsupportedBySite, unsupportedFeature } from "./site-refusals.ts";
export { ImageRequest, openSiteRequest, RenewalRequest, resealSiteRequests, sealSiteRequest } from "./site-request.ts";
export { checkSite, listAllSites, renewSite, siteState, siteStates } from "./sites.ts";
