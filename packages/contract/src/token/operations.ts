import { tokenGet } from "./token.ts";

export const tokenOperations = [tokenGet] as const;
