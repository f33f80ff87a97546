import type { Handler } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { SigningKeyRepository, toSigningKey } from "./signing-key-repository.ts";

/**
 * Signs with a new key from now on. The one before stays good for as long as a URL can last, seven days; one that has
 * signed URLs without an end (a public object with a disposition) stays good until it is revoked, or they would end
 * after all.
 */
export const rotateSigningKey: Handler<"cdnSigningKey.rotate"> = async ({ sql, workspace }, { revoke_previous }) => {
  const keys = new SigningKeyRepository(sql, workspace.id);
  await keys.retire(revoke_previous);
  const row = await keys.insert();
  if (row !== undefined) return toSigningKey(row);
  throw conflict(
    "too_many_signing_keys",
    "Too many earlier keys still have good URLs; wait until some have expired, or revoke them with revoke_previous.",
  );
};
