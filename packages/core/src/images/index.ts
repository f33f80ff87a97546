export { bringCatalogImage } from "./bring-catalog-image.ts";
export { imageSagas } from "./create-image.ts";
export { imageHandlers } from "./handlers.ts";
export { imageConstraintErrors } from "./images.ts";
export { requirePublic, resealImageUrls } from "./import-image.ts";
export { imageReconcilers } from "./remove-images.ts";
