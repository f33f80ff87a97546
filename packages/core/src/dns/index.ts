import { DNS_LIMITS } from "@fulmar/contract";
import type { Reconciler } from "@fulmar/engine";
import { conflict, type DomainError, notFound } from "../request/domain-error.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { applyZones } from "./apply-zones.ts";
import { checkZones } from "./check-zones.ts";
import { reconcileZones } from "./reconcile-zones.ts";
import { deleteRecordSet, getRecordSet, listRecordSets, setRecordSet } from "./record-sets.ts";
import { removeZones } from "./remove-zones.ts";
import { exportZone, importZone } from "./zone-files.ts";
import { createZone, deleteZone, getZone, listZones, updateZone, verifyZone } from "./zones.ts";

export { installationDns } from "./installation-dns.ts";
export { resealZoneKeys } from "./zone-keys.ts";

export const dnsHandlers = {
  "dnsZone.list": listZones,
  "dnsZone.create": createZone,
  "dnsZone.get": getZone,
  "dnsZone.update": updateZone,
  "dnsZone.delete": deleteZone,
  "dnsZone.verify": verifyZone,
  "dnsZone.export": exportZone,
  "dnsZone.import": importZone,
  "dnsRecordSet.list": listRecordSets,
  "dnsRecordSet.set": setRecordSet,
  "dnsRecordSet.get": getRecordSet,
  "dnsRecordSet.delete": deleteRecordSet,
} as const;

export const dnsReconcilers: readonly Reconciler<WorkerServices>[] = [
  applyZones,
  checkZones,
  reconcileZones,
  removeZones,
];

export const dnsConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  dns_zone_name_unique: () => conflict("name_taken", "The workspace has a DNS zone of this name; use that one."),
  dns_zone_limit: () =>
    conflict(
      "too_many_dns_zones",
      `The workspace has ${DNS_LIMITS.zones} DNS zones, the most it may have; delete one.`,
    ),
  dns_record_set_zone_fkey: () => notFound("DNS zone"),
};
