import type { SiteResource } from "../../ports/inventory-port.ts";
import { recordedName } from "../../ports/inventory-port.ts";
import { bytesInWords } from "../../ports/size-in-words.ts";
import { findInstance, stateOf } from "../instances.ts";
import type { LxdSite } from "../lxd-site.ts";
import { markedId } from "../marks.ts";
import { lxdName } from "../names.ts";
import { madeAtIn, recordIn } from "../record-marks.ts";

/** Its size is that of the root disk: copies of data volumes share what has not changed with them. */
export async function describeRecoveryPoint(
  site: LxdSite,
  kind: "snapshot" | "backup",
  id: string,
  signal: AbortSignal,
): Promise<SiteResource | undefined> {
  const copy = await findInstance(site, lxdName(id), signal);
  if (copy === undefined || markedId(site, kind, copy.config) !== id) return undefined;
  const record = recordIn(copy.config);
  const bytes = (await stateOf(site, copy.name, signal)).disk?.root?.usage;
  return {
    kind,
    id,
    name: recordedName(kind, record),
    size: bytes === undefined ? null : bytesInWords(bytes),
    madeAt: madeAtIn(copy.config, copy.created_at),
    record,
    recoveryPoint: { vmId: copy.config["user.fulmar.vm"] ?? "" },
  };
}
