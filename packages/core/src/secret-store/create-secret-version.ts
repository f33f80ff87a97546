import type { Handler } from "../request/context.ts";
import { holdLiveSecret } from "./held-secret.ts";
import { bytesOf } from "./value-bytes.ts";
import { toSecretVersion, VersionRepository } from "./version-repository.ts";

/** Of several at once each gets a number of its own; with `if_version` all but the first are refused. */
export const createSecretVersion: Handler<"secretVersion.create"> = async (
  context,
  { store_id, secret_id, value, encoding, if_version },
) => {
  const { sql, vault, workspace } = context;
  const { secret, dataKey } = await holdLiveSecret(sql, workspace.id, { store_id, secret_id }, if_version);
  const version = secret.version + 1;
  const store = { workspaceId: workspace.id, storeId: store_id };
  const sealed = await vault.seal(store, dataKey, { secretId: secret_id, version }, bytesOf({ value, encoding }));
  return toSecretVersion(await new VersionRepository(sql, workspace.id, secret_id).insert(version, encoding, sealed));
};
