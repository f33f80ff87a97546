export { isTokenValueInForce, listTokensOf, revokeTokenAndKeys, type TokenRevocation } from "./api-token.ts";
export { createToken } from "./create-token.ts";
export { enterAsToken } from "./enter-as-token.ts";
export { tokenHandlers } from "./handlers.ts";
export { identifyToken, tokenFailures } from "./identify-token.ts";
export { memberTokens } from "./member-tokens.ts";
export { isFullToken } from "./own-token.ts";
export { rotateToken } from "./rotate-token.ts";
export { TokenUse } from "./token-use.ts";
