import { type OperationById, operationById, type PublicOperationId, publicCatalog } from "@fulmar/contract";
import { type ClonedTable, clonedId } from "../cloned-rows.ts";

type ListId = { [Id in PublicOperationId]: OperationById<Id>["list"] extends true ? Id : never }[PublicOperationId];

const named = (name: string, id: string, unique: ClonedTable["unique"] = {}): ClonedTable => ({
  name,
  id,
  unique: { name: "left(o.name, 40) || '-' || s.n", ...unique },
});
const unnamed = (name: string, id: string, unique: ClonedTable["unique"] = {}): ClonedTable => ({ name, id, unique });

const deleted = { status: "'deleted'", deleted_at: "now()" };

const clonedNode = unnamed("vpc_node", "allocation_id", {
  subnet_cidr: "inet '172.16.0.0/12'",
  gateway: "inet '172.16.0.1'",
  private_ip: "inet '172.16.1.0' + s.n",
  vm_id: "o.vm_id || s.n",
});

const clonedObject = unnamed("object", "key", { key: "'folder/' || lpad((99999999 - s.n)::text, 10, '0')" });

/**
 * The tables behind lists; null where a list is always short: the catalog, sums, or parts of one resource. A list
 * without an entry reads the table of its resource, with `<resource>_id` and a name of its own for each row. If it does
 * not, the tests fail, because the table or its rows do not exist.
 */
const listedTables: { readonly [Id in ListId]?: readonly [ClonedTable, ...ClonedTable[]] | null } = {
  "loadBalancer.certificates": null,
  "loadBalancerListener.list": null,
  "loadBalancerPool.list": null,
  "loadBalancerTarget.list": null,
  "site.list": null,
  "plan.list": null,
  "image.list": null,
  "region.list": null,
  "quota.list": null,
  "sku.list": null,
  "quotaRequest.list": [unnamed("quota_request", "quota_request_id", { status: "'withdrawn'", decided_at: "now()" })],
  "usage.list": null,
  // Rows of an organization, of which these tests clone none.
  "apiToken.list": null,
  "workspace.list": null,
  "member.list": null,
  "invitation.list": null,
  "invoice.list": null,
  "payment.list": null,
  "budget.list": null,
  "admission.list": [unnamed("admission", "admission_id")],
  "cloudVm.list": [{ ...named("vm", "vm_id"), hidden: [deleted, { type: "'gpu'" }] }],
  "gpuVm.list": [{ ...named("vm", "vm_id"), hidden: [deleted, { type: "'cloud'" }] }],
  "cloudVm.operations": [unnamed("operation", "operation_id")],
  "gpuVm.operations": [unnamed("operation", "operation_id")],
  "backup.list": [{ ...unnamed("backup", "backup_id"), hidden: [{ deleted_at: "now()" }] }],
  "gpuBackup.list": [{ ...unnamed("backup", "backup_id"), hidden: [{ deleted_at: "now()" }] }],
  "workspaceSnapshot.list": [
    {
      ...named("snapshot_set", "snapshot_set_id", { recovery_point_id: "'rp_clone_' || s.n" }),
      hidden: [{ deleted_at: "now()" }],
    },
  ],
  "workspaceBackup.list": [{ ...unnamed("backup", "backup_id"), hidden: [{ deleted_at: "now()" }] }],
  "backupDestination.list": [named("backup_destination", "destination_id")],
  "backupCopy.list": [unnamed("backup_copy", "copy_id", { object_id: "o.object_id || s.n" })],
  "operation.list": [unnamed("operation", "operation_id")],
  "accessKey.list": [
    {
      ...named("access_key", "credential_id", {
        access_key_id: "left(o.access_key_id, 8) || lpad(s.n::text, 12, '0')",
      }),
      key: "access_key_id",
    },
    // The tokens that made keys, as many: of a few, a plan reads all.
    {
      ...unnamed("api_token", "token_id", { hash: "sha256(int4send(s.n::int))", old_hash: "NULL" }),
      owned: "organization_id = (SELECT w.organization_id FROM workspace w WHERE w.workspace_id = $4)",
    },
  ],
  "approval.list": [unnamed("approval", "approval_id", { fingerprint: "int4send(s.n::int)" })],
  "auditEvent.list": [unnamed("audit_event", "audit_event_id")],
  "event.list": [unnamed("event", "event_id")],
  "bucket.list": [{ ...named("bucket", "bucket_id"), key: "name" }],
  // Sorted by key. Later clones come first, as in lists sorted by age.
  "object.list": [clonedObject],
  "objectVersion.list": [clonedObject],
  "volume.list": [{ ...named("volume", "volume_id"), hidden: [{ status: "'deleting'", deleted_at: "now()" }] }],
  "volume.operations": [unnamed("volume_operation", "volume_operation_id")],
  "volumeSnapshot.list": [{ ...named("volume_snapshot", "snapshot_id"), hidden: [{ deleted_at: "now()" }] }],
  "cdnDistribution.list": [named("cdn_distribution", "distribution_id")],
  "cdnPurge.list": [unnamed("cdn_purge", "purge_id")],
  "cdnSigningKey.list": [unnamed("cdn_signing_key", "key_id", { retired_at: "now()" })],
  "dnsZone.list": [unnamed("dns_zone", "zone_id", { name: "'clone-' || s.n || '-' || o.name" })],
  "dnsRecordSet.list": [unnamed("dns_record_set", "record_set_id", { name: "'clone-' || s.n" })],
  "secretStore.list": [
    {
      ...named("secret_store", "store_id", { store_key: "'clone-' || s.n" }),
      hidden: [{ status: "'deleting'", deleted_from: "'active'", deleted_at: "now()" }],
    },
  ],
  "secret.list": [
    { ...unnamed("secret", "secret_id", { key: "left(o.key, 40) || '-' || s.n" }), hidden: [{ deleted_at: "now()" }] },
  ],
  "secretVersion.list": [unnamed("secret_version", "version", { version: "o.version + s.n" })],
  "vpcPeering.list": [
    named("vpc_peering", "vpc_peering_id", { other_side_id: "o.other_side_id || s.n", status: "'ended'" }),
  ],
  "vpc.list": [named("vpc", "vpc_id", { cidr: "set_masklen(inet '172.16.0.0' + s.n * 16, 28)" })],
  "subnet.list": [
    named("subnet", "subnet_id", {
      vpc_cidr: "inet '172.16.0.0/12'",
      cidr: "set_masklen(inet '172.16.0.0' + s.n * 8, 29)",
      gateway: "inet '172.16.0.1' + s.n * 8",
    }),
  ],
  "vpcNode.list": [clonedNode],
  "portForward.list": [
    unnamed("port_forward", "port_forward_id", {
      public_port: "2222 + s.n",
      allocation_id: clonedId("o.allocation_id"),
    }),
    clonedNode,
  ],
  "reservedIp.list": [
    unnamed("reserved_ip", "public_ip_id"),
    {
      ...unnamed("public_address", "public_ip_id", { address: "inet '100.64.0.0' + s.n" }),
      owned: "public_ip_id IN (SELECT public_ip_id FROM reserved_ip WHERE workspace_id = $4)",
    },
  ],
  "vmGroup.members": [unnamed("vm_group_member", "vm_id", { number: "o.number + s.n" }), named("vm", "vm_id")],
  "alertRule.states": [unnamed("alert_state", "resource_id")],
  "alert.list": [unnamed("alert", "alert_id", { resource_id: "o.resource_id || s.n" })],
  "webhookDelivery.list": [unnamed("webhook_delivery", "delivery_id", { number: "o.number + s.n" })],
  "firewallInstance.list": [unnamed("firewall_group_vm", "vm_id"), named("vm", "vm_id")],
};

const listIds: ReadonlySet<string> = new Set(publicCatalog.filter(({ list }) => list).map(({ id }) => id));
const isListId = (id: string): id is ListId => listIds.has(id);

/**
 * The tables of a list, main table first; empty where it is always short, undefined for an operation that is not a
 * list.
 */
export function tablesOf(id: string): readonly ClonedTable[] | undefined {
  if (!isListId(id)) return undefined;
  const { resource } = operationById(id);
  const tables = listedTables[id];
  return tables === undefined ? [named(resource, `${resource}_id`)] : (tables ?? []);
}
