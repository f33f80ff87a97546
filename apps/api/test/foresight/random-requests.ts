// The requests of the random histories: any action on any resource of a workspace, sensible or not.
import type { PublicOperationId } from "@fulmar/contract";
import { type AnyRequest, type ExampleFixture, SITE } from "../examples/example-fixture.ts";
import type { State } from "./workspace-state.ts";

type Part = Readonly<Record<string, string | undefined>>;

/** Parts that no list of a whole workspace shows, each by the parameters of its paths. */
const PARTS = {
  object: `SELECT b.name AS bucket_name, o.key AS object_key FROM object o JOIN bucket b USING (workspace_id, bucket_id)
       WHERE o.workspace_id = $1 AND b.deleted_at IS NULL`,
  version: `SELECT b.name AS bucket_name, v.key AS object_key, coalesce(v.version_id, 'null') AS version_id
              FROM object_version v JOIN bucket b USING (workspace_id, bucket_id)
             WHERE v.workspace_id = $1 AND b.deleted_at IS NULL`,
  rule: "SELECT firewall_group_id, rule_id FROM firewall_rule WHERE workspace_id = $1",
  link: "SELECT firewall_group_id, vm_id FROM firewall_group_vm WHERE workspace_id = $1",
  snapshot: "SELECT vm_id, snapshot_set_id FROM snapshot_set WHERE workspace_id = $1 AND deleted_at IS NULL",
  backup: "SELECT vm_id, backup_id FROM backup WHERE workspace_id = $1 AND deleted_at IS NULL",
  volumeSnapshot: "SELECT volume_id, snapshot_id FROM volume_snapshot WHERE workspace_id = $1 AND deleted_at IS NULL",
  secret: "SELECT store_id, secret_id FROM secret WHERE workspace_id = $1 AND deleted_at IS NULL",
  distribution: "SELECT distribution_id FROM cdn_distribution WHERE workspace_id = $1",
  accessKey: "SELECT access_key_id FROM access_key WHERE workspace_id = $1",
  zone: "SELECT zone_id FROM dns_zone WHERE workspace_id = $1",
  recordSet: "SELECT zone_id, record_set_id FROM dns_record_set WHERE workspace_id = $1",
} as const;

export type Parts = Readonly<Record<keyof typeof PARTS, readonly Part[]>>;

export async function readParts({ api: { database }, workspaceId }: ExampleFixture): Promise<Parts> {
  const read = async ([name, text]: readonly [string, string]) => {
    const { rows } = await database.pool.query<Part>(`${text} ORDER BY 1`, [workspaceId]);
    return [name, rows] as const;
  };
  return Object.fromEntries(await Promise.all(Object.entries(PARTS).map(read))) as unknown as Parts;
}

/** Puts two objects into a bucket, as the object store does. */
export async function putObjects(
  { api: { database }, workspaceId }: ExampleFixture,
  bucket_name: string,
): Promise<void> {
  const keys = ["one", "other"];
  await database.pool.query(
    `WITH held AS (
       INSERT INTO bucket_usage (workspace_id, bucket_id, slot, object_count, total_size)
       SELECT workspace_id, bucket_id, 0, cardinality($3::text[]), 5 * cardinality($3::text[]) FROM bucket
        WHERE workspace_id = $1 AND name = $2
       RETURNING workspace_id, bucket_id
     ), kept AS (
       INSERT INTO object_file (workspace_id, file_id) SELECT workspace_id, $2 || k FROM held, unnest($3::text[]) AS k
     )
     INSERT INTO object (workspace_id, bucket_id, key, size, etag, content_type, file_ids, file_sizes)
     SELECT workspace_id, bucket_id, k, 5, md5($2 || k), 'text/plain', ARRAY[$2 || k], '{5}'
       FROM held, unnest($3::text[]) AS k`,
    [workspaceId, bucket_name, keys],
  );
}

const EXPIRY = { id: "old", expire_after_days: 3_650 };
const ORIGINS = { id: "app", allowed_origins: ["https://app.example"], allowed_methods: ["GET"] };
const RETAINED = { mode: "GOVERNANCE", retain_until: "2099-01-31T00:00:00Z" };
const BYPASSED = { mode: null, retain_until: null, bypass_governance: true };
const KEY = "ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIBMNqVbjleVAwAeYCxdQ3VG53kry0VxdCSET4wnwPHMZ random";

const publicPolicy = (bucket_name: string | undefined) => ({
  Version: "2012-10-17",
  Statement: [{ Effect: "Allow", Principal: "*", Action: "s3:GetObject", Resource: `arn:aws:s3:::${bucket_name}/*` }],
});

/** A request for the present state. */
export function nextRequest(
  random: () => number,
  state: State,
  parts: Parts,
  number: number,
): readonly [PublicOperationId, AnyRequest] {
  const pick = <Item>(items: readonly Item[]): Item | undefined => items[Math.floor(random() * items.length)];
  const maybe = () => random() < 0.5;
  const idOf = (type: string) =>
    pick([...state.keys()].filter((key) => key.startsWith(`${type} `)).map((key) => key.split(" ")[1]));
  const [vm_id, volume_id, bucket_name, vpc_id] = [idOf("cloud_vm"), idOf("volume"), idOf("bucket"), idOf("vpc")];
  const [reserved_ip_id, firewall_group_id, ssh_key_id, startup_script_id] = [
    ...[idOf("reserved_ip"), idOf("firewall_group"), idOf("ssh_key"), idOf("startup_script")],
  ];
  const placement_group_id = idOf("placement_group");
  const [peer_vpc_id, vpc_peering_id] = [idOf("vpc"), idOf("vpc_peering")];
  const [store_id, webhook_id] = [idOf("secret_store"), idOf("webhook")];
  const some = (type: keyof Parts): Part => pick(parts[type]) ?? {};
  const [object, version, rule, link] = [some("object"), some("version"), some("rule"), some("link")];
  const [snapshot, backup, volumeSnapshot] = [some("snapshot"), some("backup"), some("volumeSnapshot")];
  const [secret, distribution, accessKey] = [some("secret"), some("distribution"), some("accessKey")];
  const [zone, recordSet] = [some("zone"), some("recordSet")];
  const inBucket = { params: { bucket_name: object.bucket_name } };
  const ofObject = { ...inBucket, query: { object_key: object.object_key } };
  const firstVersion = { ...secret, version: 1 };
  const name = `random-${number}`;
  const port_start = 1 + Math.floor(random() * 65_535);
  const retention_days = 1 + Math.floor(random() * 9);
  const deletion_protection = maybe();
  const naming = maybe() ? { remote_group_id: rule.firewall_group_id } : { remote_tag: name };
  const requests: readonly (readonly [PublicOperationId, AnyRequest, ...(string | undefined)[]])[] = [
    ["cloudVm.create", { body: { name, plan_id: "plan-small", template_id: "debian-13", site_id: SITE } }],
    ["cloudVm.create", { body: { name, plan_id: "plan-nano", template_id: "debian-13", site_id: SITE } }],
    ["cloudVm.stop", { params: { vm_id } }, vm_id],
    ["cloudVm.start", { params: { vm_id } }, vm_id],
    ["cloudVm.reboot", { params: { vm_id } }, vm_id],
    ["cloudVm.update", { params: { vm_id }, body: { name, tags: [name] } }, vm_id],
    ["cloudVm.resizePlan", { params: { vm_id }, body: { plan_id: pick(["plan-small", "plan-medium"]) } }, vm_id],
    ["cloudVm.resizeRootDisk", { params: { vm_id }, body: { disk_gb: 50 + Math.floor(random() * 100) } }, vm_id],
    ["cloudVm.rescue", { params: { vm_id }, body: { enabled: maybe() } }, vm_id],
    ["cloudVm.delete", { params: { vm_id } }, vm_id],
    ["volume.create", { body: { name, size_gb: 10, site_id: SITE } }],
    ["volume.attach", { params: { volume_id }, body: { vm_id } }, volume_id, vm_id],
    ["volume.detach", { params: { volume_id } }, volume_id],
    ["volume.resize", { params: { volume_id }, body: { size_gb: 10 + Math.floor(random() * 50) } }, volume_id],
    ["volume.update", { params: { volume_id }, body: { name } }, volume_id],
    ["volume.delete", { params: { volume_id } }, volume_id],
    ["bucket.create", { body: { name, region: "eu-central-1" } }],
    ["bucket.update", { params: { bucket_name }, body: { is_public: maybe() } }, bucket_name],
    ["bucket.delete", { params: { bucket_name } }, bucket_name],
    ["bucket.create", { body: { name: `${name}-locked`, region: "eu-central-1", object_lock_enabled: true } }],
    ["bucket.update", { params: { bucket_name }, body: { is_public: false, deletion_protection } }, bucket_name],
    [
      "bucketVersioning.put",
      { params: { bucket_name }, body: { status: pick(["enabled", "suspended"]) } },
      bucket_name,
    ],
    ["bucketLifecycle.put", { params: { bucket_name }, body: { rules: maybe() ? [] : [EXPIRY] } }, bucket_name],
    ["bucketPolicy.put", { params: { bucket_name }, body: { policy: publicPolicy(bucket_name) } }, bucket_name],
    ["bucketPolicy.delete", { params: { bucket_name } }, bucket_name],
    ["bucketCors.put", { params: { bucket_name }, body: { rules: maybe() ? [] : [ORIGINS] } }, bucket_name],
    [
      "bucketObjectLock.put",
      { params: { bucket_name }, body: { default_retention: maybe() ? null : { mode: "GOVERNANCE", days: 1 } } },
      bucket_name,
    ],
    ["object.delete", { ...inBucket, body: { object_keys: [object.object_key, "never-was"] } }, object.object_key],
    ["objectTags.put", { ...ofObject, body: { tags: maybe() ? {} : { number: name } } }, object.object_key],
    ["objectLegalHold.put", { ...ofObject, body: { legal_hold: maybe() } }, object.object_key],
    ["objectRetention.put", { ...ofObject, body: maybe() ? RETAINED : BYPASSED }, object.object_key],
    [
      "objectVersion.delete",
      {
        params: { bucket_name: version.bucket_name },
        body: { object_key: version.object_key, version_id: version.version_id },
      },
      version.version_id,
    ],
    ["cdnDistribution.create", { body: { name, origin_id: bucket_name } }, bucket_name],
    ["cdnDistribution.update", { params: distribution, body: { enabled: maybe() } }, distribution.distribution_id],
    ["cdnDistribution.delete", { params: distribution }, distribution.distribution_id],
    ["cdnUrl.generate", { body: object }, object.object_key],
    ["accessKey.create", { body: { name, permission: "read_write" } }],
    ["accessKey.delete", { params: accessKey }, accessKey.access_key_id],
    ["dnsZone.create", { body: { name: `${name}.example.com` } }],
    ["dnsZone.delete", { params: { zone_id: zone.zone_id } }, zone.zone_id],
    ["dnsZone.update", { params: { zone_id: zone.zone_id }, body: { deletion_protection } }, zone.zone_id],
    [
      "dnsRecordSet.set",
      { params: { zone_id: zone.zone_id }, body: { name, type: "TXT", values: [name] } },
      zone.zone_id,
    ],
    [
      "dnsRecordSet.set",
      { params: { zone_id: zone.zone_id }, body: { name, type: "A", ...pick([{ vm_id }, { reserved_ip_id }]) } },
      zone.zone_id,
    ],
    [
      "dnsZone.import",
      { params: { zone_id: zone.zone_id }, body: { zone_file: `${name} A 203.0.113.7`, replace: maybe() } },
      zone.zone_id,
    ],
    ["dnsRecordSet.delete", { params: recordSet }, recordSet.record_set_id],
    ["vpc.create", { body: { name, site_id: SITE, cidr: `10.${number % 200}.0.0/16` } }],
    ["vpc.update", { params: { vpc_id }, body: { name, ipv6: maybe() } }, vpc_id],
    ["vpc.delete", { params: { vpc_id } }, vpc_id],
    ["vpcPeering.create", { body: { name, vpc_id, peer_vpc_id } }, vpc_id, peer_vpc_id],
    ["vpcPeering.delete", { params: { vpc_peering_id } }, vpc_peering_id],
    ["reservedIp.create", { body: { site_id: SITE, label: name } }],
    ["reservedIp.attach", { params: { reserved_ip_id }, body: { vm_id } }, reserved_ip_id, vm_id],
    ["reservedIp.detach", { params: { reserved_ip_id } }, reserved_ip_id],
    ["reservedIp.delete", { params: { reserved_ip_id } }, reserved_ip_id],
    ["firewallGroup.create", { body: { name } }],
    ["firewallInstance.link", { params: { firewall_group_id }, body: { vm_id } }, firewall_group_id, vm_id],
    ["firewallInstance.unlink", { params: link }, link.vm_id],
    ["firewallGroup.update", { params: { firewall_group_id }, body: { is_default: maybe() } }, firewall_group_id],
    ["firewallGroup.delete", { params: { firewall_group_id } }, firewall_group_id],
    ["firewallRule.create", { params: { firewall_group_id }, body: { port_start } }, firewall_group_id],
    ["firewallRule.update", { params: rule, body: maybe() ? { enabled: false } : { port_start } }, rule.rule_id],
    ["firewallRule.create", { params: { firewall_group_id }, body: naming }, firewall_group_id, rule.firewall_group_id],
    ["firewallRule.delete", { params: rule }, rule.rule_id],
    ["firewallRule.replace", { params: { firewall_group_id }, body: { rules: [{ port_start }] } }, firewall_group_id],
    ["snapshot.create", { params: { vm_id }, body: { name } }, vm_id],
    ["snapshot.restore", { params: snapshot }, snapshot.snapshot_set_id],
    ["snapshot.delete", { params: snapshot }, snapshot.snapshot_set_id],
    ["backupPolicy.enable", { params: { vm_id }, body: { retention_days } }, vm_id],
    ["backupPolicy.update", { params: { vm_id }, body: { retention_days } }, vm_id],
    ["backupPolicy.disable", { params: { vm_id } }, vm_id],
    ["backup.create", { params: { vm_id } }, vm_id],
    ["backup.delete", { params: backup }, backup.backup_id],
    ["volumeSnapshot.create", { params: { volume_id }, body: { name } }, volume_id],
    ["volumeSnapshot.delete", { params: volumeSnapshot }, volumeSnapshot.snapshot_id],
    ["cloudVm.update", { params: { vm_id }, body: { deletion_protection } }, vm_id],
    ["cloudVm.rebuild", { params: { vm_id }, body: { template_id: "debian-13" } }, vm_id],
    ["volume.update", { params: { volume_id }, body: { deletion_protection } }, volume_id],
    ["vpc.update", { params: { vpc_id }, body: { deletion_protection } }, vpc_id],
    ["reservedIp.update", { params: { reserved_ip_id }, body: { deletion_protection } }, reserved_ip_id],
    ["secretStore.delete", { params: { store_id }, query: { force: true } }, store_id],
    ["secret.create", { params: { store_id }, body: { key: name, value: name } }, store_id],
    ["secret.delete", { params: secret }, secret.secret_id],
    ["secretVersion.create", { params: secret, body: { value: name } }, secret.secret_id],
    ["secretVersion.disable", { params: firstVersion }, secret.secret_id],
    ["secretVersion.enable", { params: firstVersion }, secret.secret_id],
    ["secretVersion.destroy", { params: firstVersion }, secret.secret_id],
    ["webhook.update", { params: { webhook_id }, body: { enabled: maybe() } }, webhook_id],
    ["sshKey.create", { body: { name, public_key: KEY } }],
    ["sshKey.update", { params: { ssh_key_id }, body: { name } }, ssh_key_id],
    ["sshKey.delete", { params: { ssh_key_id } }, ssh_key_id],
    ["placementGroup.create", { body: { name } }],
    ["placementGroup.update", { params: { placement_group_id }, body: { name } }, placement_group_id],
    ["placementGroup.delete", { params: { placement_group_id } }, placement_group_id],
    ["startupScript.create", { body: { name, content: "#!/bin/sh\n" } }],
    ["startupScript.update", { params: { startup_script_id }, body: { name } }, startup_script_id],
    ["startupScript.delete", { params: { startup_script_id } }, startup_script_id],
    ["secretStore.create", { body: { name } }],
    ["secretStore.update", { params: { store_id }, body: { description: name } }, store_id],
    ["secretStore.delete", { params: { store_id } }, store_id],
    [
      "webhook.create",
      { body: { name, url: "https://hooks.example.com/x", event_types: ["bucket.created"], enabled: false } },
    ],
    ["webhook.delete", { params: { webhook_id } }, webhook_id],
  ];
  const possible = requests.filter(([, , ...needed]) => needed.every((id) => id !== undefined));
  const [id, request] = pick(possible) ?? [];
  if (id === undefined || request === undefined) throw new Error("there is nothing to ask for");
  return [id, request];
}
