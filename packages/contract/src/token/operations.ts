import { apiTokenOperations } from "./api-token-operations.ts";
import { tokenGet } from "./token.ts";

export const tokenOperations = [tokenGet, ...apiTokenOperations] as const;
