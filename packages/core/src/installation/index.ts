export { endViews } from "./end-views.ts";
export { installationHandlers } from "./handlers.ts";
export { identifyOperator } from "./identify-operator.ts";
export { insertOperatorToken, isOperatorTokenInForce } from "./operator-tokens.ts";
export { allOperators, makeOperator } from "./operators.ts";
