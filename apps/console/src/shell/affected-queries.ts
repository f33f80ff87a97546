import { type Change, type ChangeTopic, resourceOf } from "@fulmar/contract";
import type { AppRouter } from "@fulmar/trpc";
import type { Query } from "@tanstack/react-query";

type RouterName = keyof AppRouter["_def"]["record"] & string;

interface Affected {
  /** The routers or procedures whose answers such a change may affect. */
  readonly paths: readonly (RouterName | `${RouterName}.${string}`)[];
  /** Set if these queries name the resource by the announced id: queries for another resource are not affected. */
  readonly named?: true;
}

/** `reservedIp` of `reserved_ip`. */
type CamelCase<Text extends string> = Text extends `${infer First}_${infer Rest}`
  ? `${First}${Capitalize<CamelCase<Rest>>}`
  : Text;

/** The topics that have a router of their own name. Their changes affect its queries, if nothing else is stated. */
type RoutedTopic = { [Topic in ChangeTopic]: CamelCase<Topic> extends RouterName ? Topic : never }[ChangeTopic];

/** The queries that each topic affects. A new topic without a router of its name does not compile without an entry. */
const AFFECTED: Readonly<Record<Exclude<ChangeTopic, RoutedTopic>, Affected>> & {
  readonly [Topic in RoutedTopic]?: Affected;
} = {
  alert: { paths: ["alert", "alertRule"] },
  alert_rule: { paths: ["alertRule", "search.named"] },
  backup: { paths: ["backup", "gpuBackup", "workspaceBackup", "backupPolicy", "gpuBackupPolicy"] },
  backup_policy: { paths: ["backupPolicy", "gpuBackupPolicy"], named: true },
  bucket: {
    paths: [
      "bucket",
      "bucketCors",
      "bucketLifecycle",
      "bucketObjectLock",
      "bucketPolicy",
      "bucketQuota",
      "bucketVersioning",
      "object",
      "objectLegalHold",
      "objectRetention",
      "objectTags",
      "objectVersion",
      "search.named",
    ],
  },
  cdn_distribution: {
    paths: [
      "cdnDistribution",
      "cdnDeployment",
      "cdnMetrics",
      "cdnCustomDomain",
      "cdnPurge",
      "cdnWebsite",
      "search.named",
    ],
    named: true,
  },
  dns_zone: { paths: ["dnsZone", "dnsRecordSet", "search.named"], named: true },
  firewall_group: { paths: ["firewallGroup", "firewallInstance", "vmNetwork"], named: true },
  load_balancer: {
    paths: [
      "loadBalancer",
      "loadBalancerConfiguration",
      "loadBalancerListener",
      "loadBalancerPool",
      "loadBalancerTarget",
      "search.named",
    ],
    named: true,
  },
  member: { paths: ["session", "member", "invitation"] },
  nat_gateway: { paths: ["natGateway", "vmNetwork", "vpcNode", "search.named"] },
  network: { paths: ["firewallInstance", "vmNetwork", "subnet", "natGateway", "vpcNode"] },
  operation: {
    paths: ["activity", "operation", "workspaceOperation", "cloudVm.operations", "gpuVm.operations", "volume.history"],
    named: true,
  },
  placement_group: { paths: ["placementGroup"], named: true },
  port_forward: { paths: ["portForward", "vmNetwork"] },
  quota: { paths: ["quota", "quotaRequest"] },
  reserved_ip: { paths: ["reservedIp", "natGateway", "vmNetwork", "vpcNode", "search.named"] },
  secret: { paths: ["secret", "secretVersion"], named: true },
  secret_store: { paths: ["secretStore"], named: true },
  snapshot: { paths: ["snapshot", "gpuSnapshot", "workspaceSnapshot"], named: true },
  subnet: { paths: ["subnet", "vpc", "search.named"], named: true },
  vm: { paths: ["cloudVm", "gpuVm", "vmNetwork", "vmGroup.members", "placementGroup", "search.named"], named: true },
  vm_group: { paths: ["vmGroup", "search.named"], named: true },
  vm_image: { paths: ["image"], named: true },
  volume: { paths: ["volume", "search.named"], named: true },
  volume_snapshot: { paths: ["volumeSnapshot"], named: true },
  vpc: { paths: ["vpc", "search.named"], named: true },
  vpc_peering: { paths: ["vpcPeering"], named: true },
  vpc_node: { paths: ["vpcNode", "vmNetwork"] },
  wallet: { paths: ["wallet", "usage", "invoice", "budget", "payment"] },
  webhook: { paths: ["webhook", "webhookDelivery"], named: true },
  workspace: { paths: ["session", "workspace"] },
};

/** The overview and the map show resources of every type. */
const OF_EVERYTHING = ["overview", "resource.map"];
/** Reveal what may be secret and are audited each time, so they are never refetched automatically. */
const NEVER: ReadonlySet<string> = new Set(["secret.value", "startupScript.content"]);

/** Whether any of these changes may affect a query's answer. */
export function affectedBy(changes: readonly Change[]): (query: Pick<Query, "queryKey">) => boolean {
  const idsOf = new Map<ChangeTopic, Set<string>>();
  for (const { topic, id } of changes) idsOf.set(topic, (idsOf.get(topic) ?? new Set()).add(id));
  return ({ queryKey }) => {
    const path = pathOf(queryKey);
    if (path === undefined || NEVER.has(path)) return false;
    if (OF_EVERYTHING.some((shown) => path.startsWith(shown))) return true;
    return [...idsOf].some(([topic, ids]) => {
      const { paths, named } = AFFECTED[topic] ?? ofOwnRouter(topic);
      const { parameter } = resourceOf(topic);
      const asked = named && parameter !== null ? inputOf(queryKey)[parameter] : undefined;
      return (
        paths.some((affected) => path === affected || path.startsWith(`${affected}.`)) &&
        (typeof asked !== "string" || ids.has(asked))
      );
    });
  };
}

function ofOwnRouter(topic: ChangeTopic): { readonly paths: readonly string[]; readonly named?: true } {
  return { paths: [topic.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())] };
}

/** Matches every query except those that only a user may trigger. */
export function affectedByAnything({ queryKey }: Pick<Query, "queryKey">): boolean {
  return !NEVER.has(pathOf(queryKey) ?? "");
}

/** Extracts `cloudVm.list` from a tRPC query key: `[["cloudVm", "list"], { input, type }]`. */
function pathOf([path]: readonly unknown[]): string | undefined {
  return Array.isArray(path) ? path.join(".") : undefined;
}

function inputOf([, options]: readonly unknown[]): Readonly<Record<string, unknown>> {
  const input = isRecord(options) ? options.input : undefined;
  return isRecord(input) ? input : {};
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null;
}
