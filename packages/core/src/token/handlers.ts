import { getToken } from "./get-token.ts";

export const tokenHandlers = { "token.get": getToken } as const;
