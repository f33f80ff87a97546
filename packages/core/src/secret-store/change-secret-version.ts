import type { SecretVersion, SecretVersionStatus } from "@fulmar/contract";
import type { RequestContext } from "../request/context.ts";
import { notFound } from "../request/domain-error.ts";
import { secretInUse } from "./constraint-errors.ts";
import { holdLiveSecret, type SecretPath } from "./held-secret.ts";
import { versionDestroyed } from "./secret-refusals.ts";
import { usesOf } from "./secret-use.ts";
import { versionNumber } from "./version-number.ts";
import { toSecretVersion, VersionRepository } from "./version-repository.ts";

const MOVE = { enabled: "enable", disabled: "disable", destroyed: "destroy" } as const;

/**
 * Moves a version to a state; one that is in it already stays as it is. The latest version of a secret that is used
 * stays enabled.
 * @throws DomainError 404, 409 `version_destroyed`, 409 `secret_in_use`
 */
export async function changeSecretVersion(
  context: RequestContext,
  { version: asked, ...path }: SecretPath & { readonly version: string },
  to: SecretVersionStatus,
): Promise<SecretVersion> {
  const { sql, workspace } = context;
  const { secret } = await holdLiveSecret(sql, workspace.id, path);
  const versions = new VersionRepository(sql, workspace.id, path.secret_id);
  const number = versionNumber(asked);
  const row = number === undefined ? undefined : await versions.get(number);
  if (row === undefined) throw notFound("version of the secret");
  if (row.status === to) return toSecretVersion(row);
  if (row.status === "destroyed") throw versionDestroyed(row.version);
  if (to !== "enabled" && row.version === secret.version) {
    const uses = await usesOf(sql, workspace.id, path.secret_id);
    if (uses.length > 0) throw secretInUse(uses);
  }
  const moved = await versions[MOVE[to]](row.version);
  if (moved === undefined) throw new Error("a version of a secret that is held has changed");
  return toSecretVersion(moved);
}
