export { exportCatalog } from "./export-catalog.ts";
export { catalogHandlers } from "./handlers.ts";
export {
  type CatalogChange,
  compareCatalog,
  importCatalog,
  importWithin,
  parseCatalog,
} from "./import-catalog.ts";
export { PLAN_FAMILY, soldTo } from "./list-catalog.ts";
export { requireIpv6, requirePeering, requireSite } from "./require-site.ts";
export {
  listOffers,
  type OfferKind,
  restoreOffer,
  retireOffer,
} from "./retire-offer.ts";
export { closeSimulatedSites, seedStarterCatalog } from "./seed-catalog.ts";
export { type SetUpStep, setUpSteps } from "./set-up.ts";
export { starterCatalog } from "./starter-catalog.ts";
