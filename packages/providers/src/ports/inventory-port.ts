import { z } from "zod";

/** The kinds of resources that a site keeps under our labels. */
export const RESOURCE_KINDS = [
  "vm",
  "volume",
  "snapshot",
  "backup",
  "subnet",
  "vm_network",
  "nat_gateway",
  "load_balancer",
] as const;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/**
 * What the installation that made a resource had in its database about it: rows by table, as JSON. A site keeps it
 * beside the resource, so that a database that does not know the resource can make its rows again. It holds no secret.
 */
export const ResourceRecord = z
  .object({
    /** The installation that wrote it. */
    installation_id: z.string(),
    rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()).readonly()).readonly()).readonly(),
  })
  .readonly();
export type ResourceRecord = z.infer<typeof ResourceRecord>;

/** Which installation drives a site, and how far its database had come when it last said so. */
export const SiteMark = z
  .object({
    installationId: z.string(),
    /** Grows while the installation drives the site. */
    epoch: z.int(),
    /** Drawn anew with every epoch. */
    token: z.string(),
  })
  .readonly();
export type SiteMark = z.infer<typeof SiteMark>;

/** A resource as it stands at a site: what its labels say, and what it is now. */
export interface SiteResource {
  readonly kind: ResourceKind;
  readonly id: string;
  /** What its owner called it when its record was written; null where its labels do not say. */
  readonly name: string | null;
  /** In words, such as `1 CPU, 1 GB RAM, 20 GB disk` or `10.0.1.0/24`. */
  readonly size: string | null;
  /** Of the first time that it was made: a rebuilt VM is as old as before. Null where the site does not say. */
  readonly madeAt: Date | null;
  /**
   * As it was last told. Null for what was made before sites kept records, and for a copy that a restore keeps while it
   * runs.
   */
  readonly record: ResourceRecord | null;
  /** Of a VM, as it is now. */
  readonly instance?: {
    readonly power: "running" | "stopped";
    /** Null for what was made before sites kept it. */
    readonly planId: string | null;
    readonly templateId: string;
    readonly cpu: number;
    readonly ramMb: number;
    readonly diskGb: number;
    readonly privateIp: string | null;
  };
  /** Of a volume, as it is now. */
  readonly volume?: {
    readonly sizeGb: number;
    readonly attachedVmId: string | null;
    /** As the guest sees it, such as `/dev/vdb`; null where it is attached to no VM, or the site does not say. */
    readonly devicePath: string | null;
    /** The volume's own snapshots, without those that belong to a snapshot or a backup of a VM. */
    readonly snapshots: readonly {
      readonly snapshotId: string;
      readonly sizeGb: number;
      readonly madeAt: Date | null;
    }[];
  };
  /** Of a snapshot or a backup. */
  readonly recoveryPoint?: { readonly vmId: string };
  /** Of what is told by revisions, such as a subnet: the one that was applied last. */
  readonly revision?: number;
}

/**
 * Describes what a site keeps under our labels, and keeps the mark of the installation that drives it. It changes
 * nothing but that mark. Every call may throw ProviderError, and ends early by throwing when the signal is aborted.
 */
export interface InventoryPort {
  /** Null where no installation has marked the site. @throws ProviderError when the mark is there and cannot be read */
  readMark(signal: AbortSignal): Promise<SiteMark | null>;
  /** Replaces the mark, whichever installation wrote it. */
  writeMark(mark: SiteMark, signal: AbortSignal): Promise<void>;
  /**
   * Describes one resource, with its record and its present state. @returns undefined when the site does not have it
   * under this kind
   */
  describe(kind: ResourceKind, id: string, signal: AbortSignal): Promise<SiteResource | undefined>;
}

/** The table in which a resource of a kind has its own row; what is of a VM has none. */
const TABLE: Readonly<Record<ResourceKind, string | null>> = {
  vm: "vm",
  volume: "volume",
  snapshot: "snapshot_set",
  backup: "backup",
  subnet: "subnet",
  vm_network: null,
  nat_gateway: "nat_gateway",
  load_balancer: "load_balancer",
};

/** What a record calls its resource; null where it does not say. */
export function recordedName(kind: ResourceKind, record: ResourceRecord | null): string | null {
  const table = TABLE[kind];
  const name = table === null ? undefined : record?.rows[table]?.[0]?.name;
  return typeof name === "string" ? name : null;
}
