export { imageHandlers } from "./handlers.ts";
export { imageConstraintErrors } from "./images.ts";
export { imageReconcilers, imageSagas } from "./worker.ts";
