import type { Secrets } from "@fulmar/config";
import { Sealer } from "../../request/sealing/sealed-value.ts";

/** Seals the keys of the control plane, each bound to its region. Requests seal new ones, and only workers open them. */
export function sealerOfRegions(secrets: Secrets): Sealer {
  return new Sealer(secrets, "object storage regions");
}
