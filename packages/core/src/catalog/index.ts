export { catalogPlans } from "./catalog-data.ts";
export { catalogHandlers } from "./handlers.ts";
export { PLAN_FAMILY, soldTo } from "./list-catalog.ts";
export { requireSite } from "./require-site.ts";
export {
  listOffers,
  type OfferKind,
  restoreOffer,
  retireOffer,
} from "./retire-offer.ts";
export { seedCatalog } from "./seed-catalog.ts";
