export { setWallet } from "./billing/set-wallet.ts";
export { isDatabaseUnavailable } from "./kernel/database-error.ts";
export { DomainError } from "./kernel/domain-error.ts";
export { createOrganization } from "./tenancy/create-organization.ts";
export { createWorkspace } from "./tenancy/create-workspace.ts";
export { seedPlatform } from "./tenancy/seed-platform.ts";
export { createToken } from "./token/create-token.ts";
export { revokeToken } from "./token/revoke-token.ts";
