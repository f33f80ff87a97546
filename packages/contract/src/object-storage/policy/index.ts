export type { Condition } from "./conditions.ts";
export { decide, isPublic, type PolicyRequest } from "./decide.ts";
export { matches, type Steps, TooManySteps } from "./glob.ts";
export type { PolicyAction } from "./policy-actions.ts";
export { PolicyDocument } from "./policy-document.ts";
export { policyWarnings } from "./policy-warnings.ts";
export {
  LARGEST_POLICY_BYTES,
  type Policy,
  type PolicyProblem,
  type Principal,
  readPolicy,
  type Statement,
  TAG_ACTIONS,
} from "./read-policy.ts";
