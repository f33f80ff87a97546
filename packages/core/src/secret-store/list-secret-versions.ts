import { decodeCursor, toPage } from "../query/paging.ts";
import type { Handler } from "../request/context.ts";
import { invalidField, notFound } from "../request/domain-error.ts";
import { SecretRepository } from "./secret-repository.ts";
import { versionNumber } from "./version-number.ts";
import { toSecretVersion, VersionRepository } from "./version-repository.ts";

export const listSecretVersions: Handler<"secretVersion.list"> = async (
  context,
  { store_id, secret_id, limit, cursor },
) => {
  const { sql, workspace } = context;
  const rows = await new VersionRepository(sql, workspace.id, secret_id).list(store_id, before(cursor), limit + 1);
  // A secret has a version at least, so that nothing found on the first page means that there is no secret.
  if (rows.length === 0 && (await new SecretRepository(sql, workspace.id, store_id).get(secret_id)) === undefined)
    throw notFound("secret");
  return toPage(rows, limit, (row) => String(row.version), toSecretVersion);
};

function before(cursor: string | undefined): number | undefined {
  const key = decodeCursor(cursor, /^\d+$/);
  if (key === undefined) return undefined;
  const version = versionNumber(key);
  if (version === undefined) throw invalidField("cursor", "must be a cursor from a Link header");
  return version;
}
