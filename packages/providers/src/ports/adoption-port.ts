import type { SiteRecord } from "./inventory-port.ts";

/** A machine at a site that carries no labels of ours: somebody made it by hand, or it was released. */
export interface StrangerMachine {
  /** Its name at the site, which it keeps when it is adopted. */
  readonly name: string;
  readonly type: "container" | "virtual-machine";
  readonly power: "running" | "stopped";
  /** Its limits. Null where it has none. */
  readonly cpu: number | null;
  readonly ramMb: number | null;
  readonly diskGb: number | null;
  /** Its IPv4 addresses as the site shows them now, those of its first network card first. */
  readonly addresses: readonly string[];
  /** The image in the words of whoever made it; null where the site does not say. */
  readonly image: string | null;
  /** The counters of its network cards. A stopped machine has counted nothing. */
  readonly rxBytes: bigint;
  readonly txBytes: bigint;
  /** The hosts that have a machine of this name; none where the site does not tell. */
  readonly hosts: readonly string[];
  /** The names of the site's own volumes that are attached to it. */
  readonly volumes: readonly string[];
  /** Sentences that say why it cannot be adopted. */
  readonly obstacles: readonly string[];
  /** Sentences for the operator who adopts it. */
  readonly warnings: readonly string[];
}

/** A volume at a site that carries no labels of ours. It is adopted with the machine that it is attached to. */
export interface StrangerVolume {
  readonly name: string;
  /** Null for a volume without a limit. */
  readonly sizeGb: number | null;
  /** The names of the machines that it is attached to. */
  readonly machines: readonly string[];
  /** Sentences that say why it cannot be adopted. */
  readonly obstacles: readonly string[];
}

export interface Strangers {
  readonly machines: readonly StrangerMachine[];
  readonly volumes: readonly StrangerVolume[];
}

/** The labels of a machine that becomes the instance of a VM, with its volumes. */
export interface MachineLabels {
  readonly machine: string;
  readonly vmId: string;
  /** The owner's name for the VM. */
  readonly vmName: string;
  readonly planId: string;
  readonly templateId: string;
  /** The id of its root disk in snapshots and backups. */
  readonly rootVolumeId: string;
  readonly record: SiteRecord;
  readonly volumes: readonly {
    /** The volume's name at the site. */
    readonly volume: string;
    readonly volumeId: string;
    readonly volumeName: string;
    readonly devicePath: string;
    readonly record: SiteRecord;
  }[];
}

/**
 * Finds machines that are not ours, and labels them or takes our labels off. It changes labels alone: machines run on,
 * with their names, disks and network cards. Every call may be repeated after a crash, may throw ProviderError, and
 * ends early by throwing when the signal is aborted.
 */
export interface AdoptionPort {
  /**
   * The machines and volumes that are not ours, ordered by name.
   * @param unfinished the ids of VMs and volumes whose adoption has begun and not ended. What has such a label counts as
   * a stranger
   */
  findStrangers(unfinished: ReadonlySet<string>, signal: AbortSignal): Promise<Strangers>;
  /** Labels the volumes first and the machine last. @throws ProviderError when they are not there or belong to others */
  labelMachine(labels: MachineLabels, signal: AbortSignal): Promise<void>;
  /**
   * Takes our labels off a VM's instance and off volumes, which may be off or gone already. The instance keeps its name
   * and its network.
   * @returns the machine's name; null when the site has no instance with this VM's labels
   */
  releaseMachine(vmId: string, volumeIds: readonly string[], signal: AbortSignal): Promise<string | null>;
}
