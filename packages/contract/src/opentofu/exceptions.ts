import type { ProgramOperationId } from "../catalog.ts";
import type { Absence } from "./description.ts";

/**
 * What the provider cannot derive from the catalog, each with its reason. What is not here follows
 * `docs/adr/0066-the-provider-is-described.md`.
 */

/** Arrays of strings whose order counts. All others are sets, so that the service may answer them in any order. */
export const ORDERED: readonly string[] = ["dns", "instructions"];

/**
 * Fields of records that are no attributes. The provider's configuration gives the workspace; the others change
 * without a request, so each plan would show them as changes made elsewhere.
 */
export const DROPPED: readonly string[] = [
  ...["organization_id", "organization_name", "workspace_id", "workspace_name"],
  ...["updated_at", "applied_at", "pending_changes", "operation_id", "error_code", "error_message"],
  ...[
    "last_used_at",
    "last_used_ip",
    "last_refused",
    "next_run_at",
    "last_run_at",
    "last_status",
    "checked_at",
    "next_check_at",
    "problem",
  ],
  ...[
    "object_count",
    "total_size",
    "parts_size",
    "used_bytes",
    "linked_instance_count",
    "listener_count",
    "pool_count",
  ],
  ...["completed_at", "stored_bytes", "restorable_until", "certificate_expires_at"],
];

/** Computed attributes that a change of others may change: the plan of an update does not promise them. */
export const VOLATILE: readonly string[] = [
  ...["status", "cpu", "ram_mb", "disk_gb", "plan_name", "monthly_price", "rescue_enabled", "version"],
  ...["port_end", "remote_targets"],
  ...["attached_vm_id", "device_path", "attached_resource_type", "attached_resource_id", "attached_vpc_id"],
  ...["attached_subnet_id", "custom_domains", "tls_status", "instructions", "dns_records"],
  ...["ds_record", "dnskey_record"],
];

export interface ResourceExceptions {
  /** Fields of the body or the record that are no attributes. */
  readonly without?: readonly string[];
  /** Fields of the body that the configuration does not set: the record alone has them. */
  readonly computed?: readonly string[];
  /** Fields of the body whose default is the service's decision. */
  readonly filled?: readonly string[];
  /** Fields of the body by the names of their attributes. */
  readonly renamed?: Readonly<Record<string, string>>;
  /** Secret fields of the body, which are never stored. */
  readonly writeOnly?: readonly string[];
  /** Fields of the body that the create alone takes, and whose changes another command makes. */
  readonly firstOnly?: readonly string[];
  /** The operation that ends it, where none is called `delete`, `revoke` or `remove`. */
  readonly delete?: ProgramOperationId;
  /** Operations besides the update that change fields of the create's body. */
  readonly updates?: readonly ProgramOperationId[];
  /** Fields of the body that an update only makes larger: their schemas say nothing of what was there before. */
  readonly grows?: readonly string[];
  /** A field whose items have operations of their own. */
  readonly members?: Readonly<
    Record<string, { readonly param: string; readonly add: ProgramOperationId; readonly remove: ProgramOperationId }>
  >;
  /** The operation whose answer contains the resource, where none answers it alone, and the list in it. */
  readonly within?: { readonly read: ProgramOperationId; readonly at: string };
  /** When it does not exist any more, though it is answered. */
  readonly absent?: readonly Absence[];
}

const vm = (kind: "cloudVm" | "gpuVm"): ResourceExceptions => ({
  // They must agree with the plan and the image, so there is nothing to configure.
  computed: ["cpu", "ram_mb", "os_distro", "os_type"],
  // Resources of their own link groups and attach volumes, too, and a workspace may have a default group.
  filled: ["firewall_group_ids", "volume_ids"],
  // The record's `public_ip` is the address.
  renamed: { public_ip: "assign_public_ip" },
  updates: [`${kind}.resizePlan`, `${kind}.resizeRootDisk`, `${kind}.updateAccess`],
  grows: ["disk_gb"],
  members: { volume_ids: { param: "volume_id", add: `${kind}.attachVolume`, remove: `${kind}.detachVolume` } },
});

/** By the first part of the operations' ids. */
export const RESOURCE_EXCEPTIONS: Readonly<Record<string, ResourceExceptions>> = {
  cloudVm: vm("cloudVm"),
  gpuVm: vm("gpuVm"),
  volume: { updates: ["volume.resize"], grows: ["size_gb"] },
  // One that the other side has refused or ended is asked for anew.
  vpcPeering: { absent: [{ field: "status", values: ["rejected", "ended"] }] },
  // Its rules are resources.
  firewallGroup: { without: ["rules"] },
  firewallRule: {
    // One port is a range, too: the service answers `port_end`.
    filled: ["port_end"],
    within: { read: "firewallGroup.get", at: "rules" },
  },
  // Pools, listeners and the whole configuration are resources.
  loadBalancer: { without: ["configuration"] },
  // Targets are resources.
  loadBalancerPool: { without: ["targets"] },
  // What it made and how it was rotated is its history.
  apiToken: { without: ["events", "access_keys", "tokens", "rotated_at", "old_value"] },
  vmGroup: {
    updates: ["vmGroup.setTemplate"],
    // They change without a request.
    without: [
      ...["state", "reason", "member_count", "outdated_count", "generation", "acts_as", "scaling_decisions"],
      ...["power", "next_stop_at", "next_start_at"],
    ],
  },
  // They change without a request.
  dnsZone: {
    without: [
      ...["instructions", "delegated_to", "problem", "checked_at", "next_check_at", "pending_changes", "applied_at"],
      ...["error_message", "record_set_count", "delegation_ds"],
    ],
  },
  // It changes without a request.
  alertRule: { without: ["firing_count"] },
  // They change without a request, and the scopes are those of the token.
  webhook: { without: ["event_scopes", "disabled_reason", "disabled_at", "old_secret_until"] },
  // Deleted ones are answered until they are destroyed.
  secretStore: { absent: [{ field: "status", values: ["deleting"] }] },
  secret: {
    writeOnly: ["value"],
    updates: ["secretVersion.create"],
    absent: [{ field: "restorable_until", is_set: true }],
  },
  backupDestination: {
    writeOnly: ["access_key", "secret_key"],
    // A key that is given is another attribute than the one that is answered.
    renamed: { key: "given_key" },
    // It changes without a request.
    without: ["unreadable_copies"],
  },
  operatorPlan: {
    // A plan is never deleted: VMs have it.
    delete: "operatorPlan.retire",
    absent: [{ field: "retired", values: [true] }],
    updates: ["operatorPlan.setSites"],
    // A later price begins at an hour, in a price book.
    firstOnly: ["hourly_price"],
    // They follow from each other.
    filled: ["type", "family"],
    // They change without a request of this plan: another one may move it.
    without: ["vms", "retired", "retired_at", "position"],
  },
  operatorPriceBook: {
    updates: ["operatorPriceBook.rename"],
    // Prices, discounts and who has the book begin at an hour, and what has begun stays.
    without: ["prices", "discounts", "percent_off", "organizations"],
  },
  // It changes with the days.
  operatorTaxRate: { without: ["time"] },
  operatorAnnouncement: {
    // Owners have it once, when it is made.
    firstOnly: ["by_mail"],
    // What is over stays in the list of operators, and a window that has passed is no change of the configuration.
    without: ["time", "mails"],
  },
};

/** Resources whose operations have other verbs than create, get and delete. */
export interface OtherResource {
  readonly name: string;
  readonly title: string;
  readonly create: ProgramOperationId;
  readonly read: ProgramOperationId;
  readonly update?: ProgramOperationId;
  readonly delete: ProgramOperationId;
  readonly without?: readonly string[];
  /** Fields of the body that follow the service's where the configuration does not set them. */
  readonly filled?: readonly string[];
  /** Fields whose change makes another resource, although the update takes them: they say which one is updated. */
  readonly naming?: readonly string[];
  /** Lists of values of DNS records, by the field that has the records' type. */
  readonly recordsOf?: Readonly<Record<string, string>>;
  /** Fields of the record by the fields of the body that it holds. */
  readonly readAs?: Readonly<Record<string, string>>;
  readonly readWhen?: Readonly<Record<string, { readonly field: string; readonly values: readonly string[] }>>;
  /** The record's fields that become attributes. Default: all. */
  readonly only?: readonly string[];
  readonly absent?: readonly Absence[];
}

const attachedTo = (...values: string[]) => ({ field: "attached_resource_type", values });

export const OTHER_RESOURCES: readonly OtherResource[] = [
  {
    name: "vpc_node",
    title: "Attached VM",
    create: "vpcNode.attach",
    read: "vpcNode.list",
    delete: "vpcNode.detach",
    // An address that is attached to the VM, or taken from it, changes it.
    filled: ["connectivity"],
  },
  {
    name: "vpc_peering_accepter",
    title: "Acceptance of a VPC peering",
    create: "vpcPeering.accept",
    read: "vpcPeering.get",
    delete: "vpcPeering.delete",
    only: ["name", "vpc_id", "peer_vpc_id", "peer_cidr"],
    absent: [{ field: "status", values: ["pending", "rejected", "ended"] }],
  },
  {
    name: "firewall_instance",
    title: "Linked VM",
    create: "firewallInstance.link",
    read: "firewallInstance.list",
    delete: "firewallInstance.unlink",
    only: [],
  },
  {
    name: "volume_attachment",
    title: "Attachment of a volume",
    create: "volume.attach",
    read: "volume.get",
    delete: "volume.detach",
    readAs: { vm_id: "attached_vm_id" },
    only: ["device_path"],
    absent: [
      { field: "attached_vm_id", values: [null] },
      { field: "status", values: ["detaching"] },
    ],
  },
  {
    name: "reserved_ip_attachment",
    title: "Attachment of a reserved IP",
    create: "reservedIp.attach",
    read: "reservedIp.get",
    update: "reservedIp.move",
    delete: "reservedIp.detach",
    readAs: {
      vm_id: "attached_resource_id",
      nat_gateway_id: "attached_resource_id",
      load_balancer_id: "attached_resource_id",
    },
    readWhen: {
      vm_id: attachedTo("vm"),
      nat_gateway_id: attachedTo("nat_gateway"),
      load_balancer_id: attachedTo("load_balancer"),
    },
    only: ["address"],
    absent: [{ field: "attached_resource_id", values: [null] }],
  },
  {
    name: "dns_record_set",
    title: "Record set of a DNS zone",
    create: "dnsRecordSet.set",
    read: "dnsRecordSet.get",
    update: "dnsRecordSet.set",
    delete: "dnsRecordSet.delete",
    naming: ["name", "type"],
    recordsOf: { values: "type" },
    // What is answered changes with the resource that the set follows, and no plan could promise it.
    only: ["created_at"],
  },
  {
    name: "operator_host_dedication",
    title: "Dedicated host",
    create: "operatorHost.dedicate",
    read: "operatorHost.get",
    update: "operatorHost.dedicate",
    delete: "operatorHost.release",
    // Whose VMs move away is decided by somebody who sees them: with VMs in the way, the change is refused.
    without: ["other_vms"],
    readAs: { organization_id: "dedicated_organization_id" },
    only: ["name", "site_id"],
    absent: [{ field: "dedicated_organization_id", values: [null] }],
  },
  {
    name: "operator_image_publication",
    title: "Published image",
    create: "operatorImage.publish",
    read: "operatorImage.get",
    delete: "operatorImage.unpublish",
    only: ["name", "published_at"],
    absent: [{ field: "published", values: [false] }],
  },
  ...(["backupPolicy", "gpuBackupPolicy"] as const).map(
    (kind): OtherResource => ({
      name: kind === "backupPolicy" ? "backup_policy" : "gpu_backup_policy",
      title: kind === "backupPolicy" ? "Backup policy of a cloud VM" : "Backup policy of a GPU VM",
      create: `${kind}.enable`,
      read: `${kind}.get`,
      update: `${kind}.update`,
      delete: `${kind}.disable`,
      // It names who asked, which the token does already.
      without: ["requested_by"],
      only: ["policy_id", "created_at"],
      absent: [{ field: "enabled", values: [false] }],
    }),
  ),
];

/** What the deletion of settings puts. Default: an empty body, which stands for the defaults. */
export const RESETS: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  bucketCors: { rules: [] },
  bucketLifecycle: { rules: [] },
  // The lock itself cannot be turned off again.
  bucketObjectLock: { default_retention: null },
  bucketQuota: { size_bytes: null },
  // Versioning cannot be turned off again.
  bucketVersioning: { status: "suspended" },
};

/** Lists that data sources show whole. */
export const LISTED: readonly ProgramOperationId[] = [
  ...(["site.list", "plan.list", "image.list", "region.list"] as const),
  "operatorOrganization.list",
];

/** Creates and settings that are no resources, and why. */
export const LEFT_OUT: Readonly<Partial<Record<ProgramOperationId, string>>> = {
  "budget.create": "the provider has no lists of numbers, which its thresholds are",
  "snapshot.create": "its answer does not name the snapshot: one is a moment, and not a state to keep",
  "gpuSnapshot.create": "as of a cloud VM",
  "backup.create": "a backup is a run of the backup policy",
  "gpuBackup.create": "as of a cloud VM",
  "backupCopy.create": "a copy of one backup is an event: a backup policy names the destination",
  "multipartUpload.create": "an upload is a step of a client's work",
  "cdnPurge.create": "a purge is an event",
  "objectTags.put": "objects are no resources: an S3 provider has them, with their settings",
  "objectRetention.put": "as tags of an object",
  "objectLegalHold.put": "as tags of an object",
  "payment.create": "a payment is an event",
  "quotaRequest.create": "a request is a question to a person",
  "operatorSite.create": "its key would stand in the state, and a worker connects it later",
  "operatorQuotaClass.create": "its record lists the limits, and its body names them",
  "operatorEdge.create": "an agent on its host uses its token, once",
  "operatorRegion.create": "its key would stand in the state, and a worker connects it later",
  "operatorToken.create": "a signed-in person makes these tokens, and no program",
};
