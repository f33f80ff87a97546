// What each operation can do that guards and ceilings of tokens are about (docs/adr/0103-what-guards-count.md).
// docs/effects.md shows it as a table, and random histories check it (apps/api/test/foresight/happened.ts).

/**
 * - `destroys`: something that exists is lost, stops working, or loses what protects it
 * - `publishes`: what only members and credentials could read is given to others
 * - `opens`: traffic gets where it could not, or no longer where it could
 * - `costs`: a charge begins or grows
 */
export const EFFECT_KINDS = ["destroys", "publishes", "opens", "costs"] as const;
export type EffectKind = (typeof EFFECT_KINDS)[number];

/**
 * How much of it a request does, and who can tell:
 * - `planned`: its plan says how much. If it says nothing, nothing happens
 * - `one`: its plan does not say, or not all of it. It counts as one deletion at least
 * - `each`: as many as the field of the request has items
 * - `lost`: as many as the plan takes away from a list field of a resource
 * - `changed`: as many resources of the type as the plan changes
 * - `uncounted`: what it does is counted elsewhere: as a new resource, or when the key or token that it makes is used
 * - `boundless`: nobody can tell. A ceiling for deletions refuses it
 * - `metered`: bytes, which are charged when they are there. No ceiling counts them
 */
export type Extent =
  | "planned"
  | "one"
  | "uncounted"
  | "boundless"
  | "metered"
  | { readonly each: string }
  | { readonly lost: string }
  | { readonly changed: string };

/** What a request must have for an effect. */
export type Condition =
  | { readonly field: string; readonly is: boolean | string }
  /** It has the field, with any value. */
  | { readonly field: string; readonly sent: true }
  /** It has the field, with something in it. */
  | { readonly field: string; readonly filled: true }
  /** The field names another token than the caller's own. */
  | { readonly field: string; readonly ofOthers: true };

export interface Effect {
  readonly kind: EffectKind;
  readonly extent: Extent;
  /** One of these must hold. Empty: always. */
  readonly when: readonly Condition[];
}

/** The effects of operations, by their ids. */
type Table = Readonly<Record<string, readonly Effect[]>>;

const effect =
  (kind: EffectKind) =>
  (extent: Extent, ...when: readonly Condition[]): Effect => ({ kind, extent, when });
const destroys = effect("destroys");
const publishes = effect("publishes");
const opens = effect("opens");
const costs = effect("costs");

const is = (field: string, value: boolean | string): Condition => ({ field, is: value });
const sent = (...fields: readonly string[]): Condition[] => fields.map((field) => ({ field, sent: true }));
const filled = (field: string): Condition => ({ field, filled: true });
const ofOthers = (field: string): Condition => ({ field, ofOthers: true });

/** The plan lists what is deleted. */
const DELETES = destroys("planned");
/** What is deleted led traffic somewhere. */
const SHUTS = opens("planned");
/** The plan has the price. */
const CHARGES = costs("planned");
/** From then on it can be deleted. */
const UNPROTECTS = destroys("one", is("deletion_protection", false));
/** It does what a deletion must be approved for: it ends or replaces what others rely on. */
const CHANGES = destroys("one");
/** The disk of a VM or a volume is in reach of whoever is in the VM. A VM counts as one, with its disks. */
const REACHES_IN = destroys("one");

/** The record of what was captured tells which of it is restored. */
const OVERWRITES_DISKS = [destroys("one"), destroys({ lost: "volume_manifest" })];

/** Whoever has the bucket and the key reads the disks. */
const COPIES = publishes("one", filled("destination_id"));

function ofVms(kind: "cloudVm" | "gpuVm"): Table {
  return {
    [`${kind}.create`]: [destroys({ each: "volume_ids" }, filled("volume_ids")), CHARGES],
    // Balancers follow tags.
    [`${kind}.update`]: [UNPROTECTS, opens("one", ...sent("firewall_group_ids", "tags"))],
    [`${kind}.delete`]: [DELETES],
    [`${kind}.restore`]: [CHARGES],
    [`${kind}.purge`]: [destroys("one")],
    [`${kind}.start`]: [],
    [`${kind}.stop`]: [],
    [`${kind}.reboot`]: [],
    [`${kind}.resizePlan`]: [CHARGES],
    [`${kind}.resizeRootDisk`]: [CHARGES],
    // It may bring an image, whose copy is charged for.
    [`${kind}.rebuild`]: [destroys("one"), CHARGES],
    [`${kind}.rescue`]: [REACHES_IN],
    [`${kind}.updateAccess`]: [REACHES_IN],
    [`${kind}.createTerminal`]: [REACHES_IN],
    [`${kind}.attachVolume`]: [REACHES_IN],
    [`${kind}.detachVolume`]: [],
  };
}

function ofRecovery(snapshot: string, policy: string, backup: string): Table {
  return {
    [`${snapshot}.create`]: [CHARGES],
    [`${snapshot}.restore`]: OVERWRITES_DISKS,
    [`${snapshot}.delete`]: [DELETES],
    // They say how long backups are kept, also those that there are.
    [`${policy}.enable`]: [destroys({ changed: "backup" }), COPIES, CHARGES, costs("metered")],
    [`${policy}.update`]: [destroys({ changed: "backup" }), COPIES, CHANGES, costs("metered")],
    [`${policy}.disable`]: [CHANGES],
    [`${backup}.create`]: [CHARGES],
    [`${backup}.restore`]: OVERWRITES_DISKS,
    [`${backup}.delete`]: [DELETES],
  };
}

/** All but names and descriptions. */
const WEBHOOK_FIELDS = sent("url", "event_types", "enabled");
const RULE_FIELDS = sent(
  "direction",
  "protocol",
  "action",
  "port_start",
  "port_end",
  "icmp_type",
  "icmp_code",
  "priority",
  "remote_targets",
  "remote_group_id",
  "remote_tag",
  "enabled",
);
const LISTENER_FIELDS = sent(
  "protocol",
  "port",
  "certificate",
  "additional_certificates",
  "domains",
  "idle_timeout_seconds",
  "default_pool_id",
  "rules",
);
const POOL_FIELDS = sent(
  "protocol",
  "algorithm",
  "sticky_sessions",
  "proxy_protocol",
  "health_check",
  "target_tag",
  "target_port",
);
const ALERT_FIELDS = sent(
  "comparison",
  "threshold",
  "minutes",
  "resource_ids",
  "tag",
  "notify_admins",
  "notify_user_ids",
  "enabled",
);

/** Every change that a token can make in a workspace, and every read that hands out access to change something. */
export const EFFECTS: Table = {
  // A token that a token with ceilings makes counts with it.
  "apiToken.create": [destroys("uncounted")],
  "apiToken.update": [destroys("one", ofOthers("token_id"))],
  "apiToken.rotate": [destroys("uncounted"), destroys("one", ofOthers("token_id"))],
  "apiToken.endOldValue": [CHANGES],
  "apiToken.revoke": [DELETES],

  ...ofVms("cloudVm"),
  ...ofVms("gpuVm"),
  "vmGroup.create": [CHARGES],
  "vmGroup.update": [DELETES, CHARGES],
  "vmGroup.setTemplate": [DELETES, CHARGES],
  "vmGroup.roll": [DELETES],
  "vmGroup.pause": [],
  "vmGroup.resume": [DELETES],
  "vmGroup.stop": [],
  "vmGroup.start": [DELETES],
  "vmGroup.detach": [],
  "vmGroup.delete": [DELETES],
  "image.create": [CHARGES],
  "image.import": [CHARGES],
  // Whoever makes a VM from it reads its disk.
  "image.update": [publishes("one", filled("shared_with"))],
  "image.delete": [DELETES],
  "image.copy": [CHARGES],
  // Plans show it as a change of the image.
  "image.deleteCopy": [destroys("one")],
  "placementGroup.create": [],
  "placementGroup.update": [],
  "placementGroup.delete": [DELETES],
  "sshKey.create": [],
  "sshKey.update": [],
  "sshKey.delete": [DELETES],
  "startupScript.create": [],
  "startupScript.update": [],
  "startupScript.delete": [DELETES],
  "operation.cancel": [CHANGES],
  ...ofRecovery("snapshot", "backupPolicy", "backup"),
  ...ofRecovery("gpuSnapshot", "gpuBackupPolicy", "gpuBackup"),
  "workspaceSnapshot.update": [destroys("one", is("outlives_vm", false))],
  "workspaceSnapshot.createVm": [CHARGES],
  "workspaceSnapshot.delete": [DELETES],
  "workspaceBackup.createVm": [CHARGES],
  "workspaceBackup.delete": [DELETES],
  "backupDestination.create": [],
  // Copies go where it says, and as many stay as it says.
  "backupDestination.update": [
    destroys({ changed: "backup_copy" }, ...sent("keep_count", "keep_days")),
    destroys("one", ...sent("endpoint", "region", "bucket", "prefix", "access_key", "secret_key")),
    publishes("one", ...sent("endpoint", "bucket")),
  ],
  "backupDestination.delete": [DELETES],
  "backupCopy.create": [COPIES],
  "backupCopy.createVm": [CHARGES],

  "bucket.create": [publishes("uncounted", is("is_public", true)), CHARGES],
  "bucket.update": [UNPROTECTS, publishes("one", is("is_public", true))],
  "bucket.delete": [DELETES],
  "bucket.restore": [],
  "bucket.purge": [destroys("one")],
  "bucketQuota.put": [],
  "bucketLifecycle.put": [destroys("boundless", filled("rules")), CHANGES],
  "bucketPolicy.put": [destroys("boundless"), publishes("one")],
  "bucketPolicy.delete": [CHANGES],
  "bucketCors.put": [opens("one")],
  // A URL replaces an object until it ends.
  "object.createUploadUrl": [destroys("one"), costs("metered")],
  "object.delete": [destroys({ each: "object_keys" })],
  // Rules delete by tags.
  "objectTags.put": [CHANGES],
  "bucketObjectLock.put": [CHANGES],
  "objectRetention.put": [destroys("one", is("bypass_governance", true))],
  "objectLegalHold.put": [destroys("one", is("legal_hold", false))],
  "bucketVersioning.put": [CHANGES],
  "objectVersion.createRestoreUrl": [destroys("one"), costs("metered")],
  "objectVersion.delete": [destroys("one")],
  "multipartUpload.create": [],
  "multipartUpload.createPartUrls": [destroys("one"), costs("metered")],
  "multipartUpload.complete": [destroys("one"), costs("metered")],
  "multipartUpload.abort": [destroys("one")],
  // A key is held as the token that made it.
  "accessKey.create": [destroys("uncounted"), costs("metered")],
  "accessKey.delete": [DELETES],

  "vpc.create": [],
  // Machines reach each other by addresses that they did not have.
  "vpc.update": [UNPROTECTS, opens("one", ...sent("ipv6"))],
  "vpc.delete": [DELETES],
  "subnet.create": [],
  "subnet.update": [destroys("one", ...sent("dns")), opens("one", ...sent("firewall_group_ids"))],
  "subnet.delete": [DELETES],
  "vpcNode.attach": [opens("one", is("connectivity", "public_ip"), filled("reserved_public_ip_id"))],
  // Its addresses are given back.
  "vpcNode.detach": [CHANGES],
  // Between two VPCs of the workspace it is active at once.
  "vpcPeering.create": [opens("one")],
  "vpcPeering.accept": [opens("one")],
  "vpcPeering.delete": [DELETES, SHUTS],
  "natGateway.create": [CHARGES],
  "natGateway.update": [],
  "natGateway.delete": [DELETES],
  "portForward.create": [opens("uncounted")],
  "portForward.delete": [DELETES, SHUTS],
  "reservedIp.create": [CHARGES],
  "reservedIp.update": [UNPROTECTS],
  "reservedIp.delete": [DELETES],
  "reservedIp.attach": [opens("one")],
  "reservedIp.detach": [opens("one")],
  "reservedIp.move": [opens("one")],
  "firewallGroup.create": [],
  "firewallGroup.update": [opens("one", ...sent("is_default"))],
  "firewallGroup.delete": [DELETES],
  "firewallRule.create": [opens("uncounted")],
  "firewallRule.replace": [destroys({ lost: "rules" }), opens("one")],
  "firewallRule.update": [destroys("one", ...RULE_FIELDS), opens("one", ...RULE_FIELDS)],
  "firewallRule.delete": [destroys("one"), opens("one")],
  // A VM without a group has no firewall, and one with a group drops what no rule allows.
  "firewallInstance.link": [opens("one")],
  "firewallInstance.unlink": [opens("one")],

  "loadBalancer.create": [opens("uncounted", filled("configuration")), CHARGES],
  "loadBalancer.update": [UNPROTECTS],
  "loadBalancer.delete": [DELETES, SHUTS],
  "loadBalancerConfiguration.put": [DELETES, opens("one")],
  "loadBalancerListener.create": [opens("uncounted")],
  "loadBalancerListener.update": [opens("one", ...LISTENER_FIELDS)],
  "loadBalancerListener.delete": [DELETES, SHUTS],
  "loadBalancerPool.create": [],
  "loadBalancerPool.update": [opens("one", ...POOL_FIELDS)],
  "loadBalancerPool.delete": [DELETES, SHUTS],
  "loadBalancerTarget.create": [opens("uncounted")],
  "loadBalancerTarget.update": [opens("one")],
  "loadBalancerTarget.delete": [DELETES, SHUTS],

  "cdnDistribution.create": [publishes("uncounted", is("origin_type", "bucket")), CHARGES],
  "cdnDistribution.update": [publishes("one", ...sent("enabled"))],
  "cdnDistribution.delete": [DELETES],
  "cdnCustomDomain.create": [],
  "cdnCustomDomain.verify": [],
  "cdnCustomDomain.delete": [DELETES],
  "cdnPurge.create": [],
  "cdnWebsite.put": [CHANGES],
  "cdnUrl.generate": [publishes("uncounted")],
  "cdnSigningKey.rotate": [CHANGES],

  "secretStore.create": [],
  "secretStore.update": [UNPROTECTS],
  "secretStore.delete": [DELETES],
  "secretStore.restore": [],
  "secretStore.archive": [],
  // An archived store is read-only.
  "secretStore.unarchive": [CHANGES],
  "secret.create": [],
  "secret.update": [destroys("one", ...sent("expires_at"))],
  "secret.delete": [DELETES],
  "secret.restore": [],
  // Earlier versions stay.
  "secretVersion.create": [],
  "secretVersion.disable": [CHANGES],
  "secretVersion.enable": [CHANGES],
  "secretVersion.destroy": [DELETES],

  "volume.create": [CHARGES],
  "volume.update": [UNPROTECTS],
  "volume.delete": [DELETES],
  "volume.restore": [],
  "volume.purge": [destroys("one")],
  "volume.attach": [REACHES_IN],
  "volume.detach": [],
  "volume.resize": [CHARGES],
  "volumeSnapshot.create": [CHARGES],
  "volumeSnapshot.delete": [DELETES],

  // Who has a VAT number may pay no tax.
  "billingDetails.update": [CHANGES],
  // Money comes to the wallet. Whoever pays decides that at the provider.
  "payment.create": [],
  // One that stops VMs may do so at once.
  "budget.create": [destroys("one", ...sent("at_cap"))],
  "budget.update": [destroys("one", ...sent("amount", "thresholds", "forecast_thresholds", "at_cap", "stop"))],
  "budget.delete": [DELETES],
  "quotaRequest.create": [],
  "quotaRequest.withdraw": [],
  "dnsZone.create": [],
  "dnsZone.update": [UNPROTECTS],
  "dnsZone.delete": [DELETES, SHUTS],
  "dnsZone.verify": [],
  // What it replaces led somewhere else.
  "dnsZone.import": [DELETES, CHANGES, opens("one")],
  "dnsRecordSet.set": [CHANGES, opens("one")],
  "dnsRecordSet.delete": [DELETES, SHUTS],

  "alertRule.create": [],
  "alertRule.update": [destroys("one", ...ALERT_FIELDS)],
  "alertRule.delete": [DELETES],
  // Events go to whoever has the URL.
  "webhook.create": [publishes("uncounted")],
  "webhook.update": [destroys("one", ...WEBHOOK_FIELDS), publishes("one", ...WEBHOOK_FIELDS)],
  "webhook.delete": [DELETES],
  "webhook.rotate": [CHANGES],
  "webhook.test": [],
  "webhookDelivery.resend": [],
  "workspace.create": [],
  "workspace.update": [],
  "workspace.delete": [DELETES],
};

/** Whether a plan does not show, or not alone, what an effect does. */
export function isUnplanned({ kind, extent }: Effect): boolean {
  return kind !== "costs" && extent !== "planned";
}
