const URL_OVERWRITES = "Whoever has the URL can put anything in the place of the object until the URL ends.";
const DELETES_OLDER =
  "Backups that are older than retention_days are deleted from then on, those that are there now, too.";

const UNPROTECTED = "With deletion_protection set to false, it can be deleted from then on.";
const NO_MORE_BACKUPS = "No backups are made by the policy from then on.";

/** Of the operations that cloud VMs and GPU VMs share, by their names. */
const OF_VMS = {
  attachVolume: "Whoever is in the VM can read, change and delete everything on the volume.",
  create: "Whoever is in the VM can read, change and delete everything on the volumes of volume_ids.",
  createTerminal: "It hands out a shell with root's rights in the VM. Nobody is asked about what is done in it.",
  purge: "The VM can no longer be restored: everything on its root disk is lost.",
  rebuild: "It replaces the root disk: everything on it is lost.",
  rescue:
    "The VM restarts. Whoever logs in to the rescue system can read, change and delete everything on its root disk.",
  update: UNPROTECTED,
  updateAccess:
    "Whoever has one of the keys or the password can do anything in the VM. Keys that are sent replace all that it has.",
} as const;

const RESTORE =
  "It replaces what is on the volumes by what was on them then: everything that was written since is lost.";

function ofVms<const Kind extends string>(kind: Kind) {
  return Object.fromEntries(Object.entries(OF_VMS).map(([name, warning]) => [`${kind}.${name}`, warning])) as {
    readonly [Name in keyof typeof OF_VMS as `${Kind}.${Name}`]: string;
  };
}

/**
 * What an operation does that its plan does not show, for the person who approves it. Every operation that loses data
 * in place or always needs approval has one (docs/adr/0102).
 */
export const OPERATION_WARNINGS: Readonly<Record<string, string>> = {
  ...ofVms("cloudVm"),
  ...ofVms("gpuVm"),
  "accessKey.create": "It hands out a key with which the token's program works with objects over S3 and asks nobody.",
  "alertRule.update": "People may be told of trouble later, or no longer.",
  "apiToken.create":
    "It hands out a token that may do what its scopes and its guard say, until it is revoked or expires.",
  "apiToken.endOldValue": "Programs that still send the old value of the token are refused at once.",
  "apiToken.rotate":
    "It hands out the new value of the token. Programs that send the old one are refused when the overlap ends.",
  "apiToken.update": "What it changes applies to the token's next request; programs that use the token may be refused.",
  "backup.restore": RESTORE,
  "backupCopy.create": "Whoever has the bucket and the key of the destination can read the disks of the backup.",
  "backupDestination.update": "Copies go where the destination now says, with the access that it now has.",
  "backupPolicy.disable": NO_MORE_BACKUPS,
  "backupPolicy.enable": DELETES_OLDER,
  "backupPolicy.update": DELETES_OLDER,
  "billingDetails.update": "Invoices are made out to somebody else from then on, and may have another tax.",
  "bucket.create": "With is_public, everybody can read the objects of the bucket.",
  "bucket.purge": "The bucket can no longer be restored: all its objects are lost.",
  "bucket.update": UNPROTECTED,
  "bucketCors.put":
    "It replaces all CORS rules of the bucket: pages of origins that are no longer listed cannot use it.",
  "bucketLifecycle.put":
    "It replaces all rules of the bucket. What the new ones name is deleted from then on, and nobody is asked.",
  "bucketObjectLock.put": "It decides how long objects that are written from then on cannot be deleted.",
  "bucketPolicy.delete":
    "Whoever the policy allowed something can no longer do it, and what it denied is possible again.",
  "bucketPolicy.put":
    "It replaces the policy of the bucket, which decides who reads, writes and deletes its objects, without a guard.",
  "bucketVersioning.put": "While versioning is suspended, what is overwritten or deleted is lost.",
  "budget.create": "With at_cap set to refuse_and_stop, it stops VMs whenever the amount is spent.",
  "budget.update": "People may be told of spending later, or no longer, and VMs may be stopped or started.",
  "cdnDistribution.create": "With a bucket as origin, visitors get its objects by the distribution.",
  "cdnDistribution.update": "With enabled set to false, visitors get nothing from the distribution.",
  "cdnSigningKey.rotate": "With revoke_previous, all URLs that were signed before stop working at once.",
  "cdnUrl.generate": "Whoever has the URL can read the object until the URL ends.",
  "cdnWebsite.put": "It replaces all settings of the website: documents, redirects and headers.",
  "dnsRecordSet.set": "It replaces what the name has of this type: visitors and mail go where the new values say.",
  "dnsZone.import": "Record sets of the file replace those of the zone; with replace, all others are deleted.",
  "dnsZone.update": UNPROTECTED,
  "firewallGroup.update": "With is_default, the rules of the group apply to every new VM that names no group.",
  "firewallInstance.link": "The rules of the group apply to the VM from then on.",
  "firewallInstance.unlink":
    "The rules of the group no longer apply to the VM: what they allow is no longer let through, and what they deny may be.",
  "firewallRule.create": "What the rule lets through changes for every VM that the group is linked to.",
  "firewallRule.delete": "What the rule allows is no longer let through, and what it denies may be.",
  "firewallRule.replace": "It replaces all rules of the group, for every VM that the group is linked to.",
  "firewallRule.update": "What the rule lets through changes for every VM that the group is linked to.",
  "gpuBackup.restore": RESTORE,
  "gpuBackupPolicy.disable": NO_MORE_BACKUPS,
  "gpuBackupPolicy.enable": DELETES_OLDER,
  "gpuBackupPolicy.update": DELETES_OLDER,
  "gpuSnapshot.restore": RESTORE,
  "image.deleteCopy": "The next VM at the site waits until the image has been brought there again.",
  "image.update":
    "The organizations of shared_with can make VMs from the image, and read all that is on its disk; others no longer can.",
  "loadBalancer.create": "With a configuration, visitors reach its targets from then on.",
  "loadBalancer.update": UNPROTECTED,
  "loadBalancerConfiguration.put": "It replaces all listeners, pools and targets of the load balancer.",
  "loadBalancerListener.create": "Visitors reach the targets at the port of the listener from then on.",
  "loadBalancerListener.update": "What visitors of the listener reach changes.",
  "loadBalancerPool.update": "What visitors of the load balancer reach changes.",
  "loadBalancerTarget.create": "Visitors of the load balancer reach the target from then on.",
  "loadBalancerTarget.update": "With enabled set to false or a weight of 0, the target gets no more traffic.",
  "multipartUpload.abort": "The parts that were uploaded are lost.",
  "multipartUpload.complete": "Unless only_new is set, it replaces an object that has the same key.",
  "multipartUpload.createPartUrls":
    "Whoever has the URLs can upload parts, of which the object is made, until the URLs end.",
  "object.createUploadUrl": URL_OVERWRITES,
  "object.delete": "Unless the bucket keeps versions, the objects are lost.",
  "objectLegalHold.put": "Without a legal hold, the object can be deleted as soon as its retention has ended.",
  "objectRetention.put": "With bypass_governance, it can end a retention early, after which the object can be deleted.",
  "objectTags.put":
    "Lifecycle rules and policies choose objects by their tags: the object may be deleted or become public by them.",
  "objectVersion.createRestoreUrl": URL_OVERWRITES,
  "objectVersion.delete": "The version is lost.",
  "operation.cancel": "What the operation has done so far is undone.",
  "portForward.create": "Traffic from the Internet reaches the VM at this port from then on.",
  "reservedIp.attach": "Traffic to the address goes to the new resource from then on.",
  "reservedIp.detach": "Traffic to the address goes nowhere from then on.",
  "reservedIp.move": "Traffic to the address goes to the new resource from then on, and no longer to the present one.",
  "reservedIp.update": UNPROTECTED,
  "secret.update": "With expires_at, programs can no longer read the secret from that moment on.",
  "secretStore.unarchive": "Secrets of the store can be changed and destroyed again.",
  "secretStore.update": UNPROTECTED,
  "secretVersion.disable": "Programs that read this version are refused.",
  "secretVersion.enable": "Programs can read the value of this version again.",
  "snapshot.restore": RESTORE,
  "workspaceSnapshot.update": "With outlives_vm set to false, the snapshot is deleted together with its VM.",
  "subnet.update": "New name servers and firewall groups apply to every VM of the subnet.",
  "vmGroup.resume": "It replaces and removes VMs by itself again, with the rights of the token.",
  "vmGroup.roll": "Every VM of the group is replaced: what is on their disks is lost.",
  "vmGroup.setTemplate": "Every VM of the group is replaced: what is on their disks is lost.",
  "vmGroup.start": "It replaces and removes VMs by itself again, with the rights of the token.",
  "vmGroup.update": "With a lower count, or by its scaling rules, VMs are removed with what is on their disks.",
  "volume.attach": OF_VMS.attachVolume,
  "volume.purge": "The volume can no longer be restored: everything on it is lost.",
  "volume.update": UNPROTECTED,
  "vpc.update": `${UNPROTECTED} With ipv6, its VMs get or lose addresses by which they reach each other.`,
  "vpcPeering.accept": "VMs of both VPCs reach each other by their private addresses, as their firewall groups allow.",
  "vpcPeering.create":
    "Between two VPCs of the workspace it is active at once; another workspace gets a request and sees the network.",
  "vpcNode.attach": "The VM changes its network: connections to its earlier private address end.",
  "vpcNode.detach": "The VM loses its private address in the VPC, and connections to it end.",
  "webhook.create": "Events with names and ids of resources are sent to this address from then on.",
  "webhook.rotate": "Receivers that verify deliveries with the old secret refuse them.",
  "webhook.update": "Events go where the webhook now says, or nowhere.",
};
