export { cdnConstraintErrors } from "./constraint-errors.ts";
export { requireBucketUnserved } from "./distributions-serving.ts";
export { cdnHandlers } from "./handlers.ts";
export { cdnReconcilers } from "./reconcilers.ts";
