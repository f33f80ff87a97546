export { createToken } from "./token/create-token.ts";
export { revokeToken } from "./token/revoke-token.ts";
