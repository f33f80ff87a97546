export { imageHandlers } from "./handlers.ts";
export { imageConstraintErrors } from "./images.ts";
export { resealImageUrls } from "./import-image.ts";
export { imageReconcilers, imageSagas } from "./worker.ts";
