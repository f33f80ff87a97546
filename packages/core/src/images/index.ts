export { imageSagas } from "./create-image.ts";
export { imageHandlers } from "./handlers.ts";
export { imageConstraintErrors } from "./images.ts";
export { resealImageUrls } from "./import-image.ts";
export { imageReconcilers } from "./remove-images.ts";
