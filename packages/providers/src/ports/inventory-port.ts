import { SITE_KINDS } from "@fulmar/contract";
import { z } from "zod";

/** The kinds of resources that a site keeps under our labels. */
export const RESOURCE_KINDS = SITE_KINDS;
export type ResourceKind = (typeof RESOURCE_KINDS)[number];

/**
 * A site record: the installation's rows about a resource by table, as JSON. A site keeps it beside the resource, so
 * that a database that does not know the resource can restore its rows. It contains no secrets.
 */
export const SiteRecord = z
  .object({
    /** The installation that wrote the record. */
    installation_id: z.string(),
    rows: z.record(z.string(), z.array(z.record(z.string(), z.unknown()).readonly()).readonly()).readonly(),
  })
  .readonly();
export type SiteRecord = z.infer<typeof SiteRecord>;

/** The ownership record of a site: the installation that drives it, and that installation's last recorded epoch. */
export const SiteOwnership = z
  .object({
    installationId: z.string(),
    /** Increases while the installation drives the site. */
    epoch: z.int(),
    /** A new random value for every epoch. */
    token: z.string(),
  })
  .readonly();
export type SiteOwnership = z.infer<typeof SiteOwnership>;

/** A resource at a site: the content of its labels, and its present state. */
export interface SiteResource {
  readonly kind: ResourceKind;
  readonly id: string;
  /** The owner's name for it when its record was written; null where its labels do not say. */
  readonly name: string | null;
  /** A readable size, such as `1 CPU, 1 GB RAM, 20 GB disk` or `10.0.1.0/24`. */
  readonly size: string | null;
  /** When it was first created; a rebuild does not change this. Null where the site does not say. */
  readonly madeAt: Date | null;
  /**
   * The record as last written. Null for resources from before sites kept records, and for a copy that a restore keeps
   * while it runs.
   */
  readonly record: SiteRecord | null;
  /** The present state of a VM. */
  readonly instance?: {
    readonly power: "running" | "stopped";
    /** Null for instances created before sites kept it. */
    readonly planId: string | null;
    readonly templateId: string;
    readonly cpu: number;
    readonly ramMb: number;
    readonly diskGb: number;
    readonly privateIp: string | null;
  };
  /** The present state of a volume. */
  readonly volume?: {
    readonly sizeGb: number;
    readonly attachedVmId: string | null;
    /** The path in the guest, such as `/dev/vdb`; null where it is attached to no VM, or the site does not say. */
    readonly devicePath: string | null;
    /** The volume's own snapshots, without those that belong to a snapshot or a backup of a VM. */
    readonly snapshots: readonly {
      readonly snapshotId: string;
      readonly sizeGb: number;
      /**
       * The count of a snapshot that is taken now, at most its size, where the site does not keep what it counted when
       * it was taken. Null if the site does not measure.
       */
      readonly storedBytes: bigint | null;
      readonly madeAt: Date | null;
    }[];
  };
  /** Set for a snapshot or a backup. */
  readonly recoveryPoint?: { readonly vmId: string };
  /** The present state of an image. */
  readonly image?: { readonly sizeBytes: bigint; readonly architecture: string | null };
  /** The revision last applied, for a resource that has revisions, such as a subnet. */
  readonly revision?: number;
}

/**
 * Describes the labeled resources of a site, and keeps its ownership record. It changes nothing
 * but that record. Every call may throw ProviderError, and ends early by throwing when the signal is aborted.
 */
export interface InventoryPort {
  /** Null where no installation drives the site yet. @throws ProviderError when the record exists and cannot be read */
  readOwnership(signal: AbortSignal): Promise<SiteOwnership | null>;
  /** Replaces the ownership record, even one of another installation. */
  writeOwnership(ownership: SiteOwnership, signal: AbortSignal): Promise<void>;
  /**
   * Describes one resource with its record and its present state. @returns undefined when the site does not have it
   * under this kind
   */
  describe(kind: ResourceKind, id: string, signal: AbortSignal): Promise<SiteResource | undefined>;
}

/** The table with a resource's own row, by kind; null for what belongs to a VM. */
const TABLE: Readonly<Record<ResourceKind, string | null>> = {
  vm: "vm",
  volume: "volume",
  snapshot: "snapshot_set",
  backup: "backup",
  image: "vm_image",
  subnet: "subnet",
  vm_network: null,
  nat_gateway: "nat_gateway",
  load_balancer: "load_balancer",
};

/** The resource's name in a record; null where it does not say. */
export function recordedName(kind: ResourceKind, record: SiteRecord | null): string | null {
  const table = TABLE[kind];
  const name = table === null ? undefined : record?.rows[table]?.[0]?.name;
  return typeof name === "string" ? name : null;
}
