import { apiTokenOperations } from "./api-tokens.ts";
import { tokenGet } from "./token.ts";

export * from "./token.ts";

/** The family's operations, in the documentation's order. */
export const tokenOperations = [tokenGet, ...apiTokenOperations] as const;
