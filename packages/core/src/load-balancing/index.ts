export { loadBalancingConstraintErrors } from "./constraint-errors.ts";
export { loadBalancingHandlers } from "./handlers.ts";
export { loadBalancingReconcilers } from "./reconcilers.ts";
export { saveConfigurationRows } from "./save-configuration.ts";
