import { endOldValue, type KeysOfTokens, listTokens, readToken, revokeOwnToken, updateToken } from "./api-token.ts";
import { createOwnToken } from "./create-token.ts";
import { getToken } from "./own-token.ts";
import { rotateOwnToken } from "./rotate-token.ts";

/** @param keys the access keys that tokens made */
export const tokenHandlers = (keys: KeysOfTokens) =>
  ({
    "token.get": getToken,
    "apiToken.list": listTokens,
    "apiToken.get": readToken,
    "apiToken.create": createOwnToken,
    "apiToken.update": updateToken(keys),
    "apiToken.rotate": rotateOwnToken,
    "apiToken.endOldValue": endOldValue,
    "apiToken.revoke": revokeOwnToken(keys),
  }) as const;
