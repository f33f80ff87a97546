import { ProviderError } from "./provider-error.ts";

/** A GPU of a host, or a slice of one. */
export interface HostGpu {
  /** Its PCI address, such as 0000:17:00.0. A slice has that of its card, a slash, and what tells it from others. */
  readonly address: string;
  /** As the server names it, of a slice with the profile. Plans name it the same. */
  readonly model: string;
  readonly uuid: string | null;
  /** Absent of a whole card. */
  readonly slice?: GpuSlice | undefined;
}

/** A part of a card that an instance has for itself (docs/adr/0168). */
export interface GpuSlice {
  /** The PCI address of its card. */
  readonly card: string;
  /** Such as `1g.5gb` or `GRID A100-4C`. */
  readonly profile: string;
  /** The server makes it when an instance gets it. Its card then gives that profile alone. */
  readonly onDemand: boolean;
}

/** A GPU as its host's server describes it to whoever runs the site. Null where it does not say. */
export interface InspectedGpu extends HostGpu {
  /** Its driver on the host with its version, such as `nvidia 550.54.14`, or `vfio-pci`. */
  readonly driver: string | null;
  /** Only all devices of a group together can be passed to a virtual machine. */
  readonly iommuGroup: number | null;
}

/** The GPUs of a host, and what keeps instances from them. */
export interface InspectedHost {
  readonly name: string;
  readonly online: boolean;
  /** Null while it is offline, and where the site does not tell them. */
  readonly gpus: readonly InspectedGpu[] | null;
  /** Sentences for the operator: cards that cannot be sold, what drivers lack, and what the server does not tell. */
  readonly notes: readonly string[];
}

/** What boots the disk of a machine. */
export type Firmware = "bios" | "uefi";

/** A host of a site: a machine on which the server puts instances. */
export interface Host {
  /** Its name at the server. */
  readonly name: string;
  readonly online: boolean;
  /** Null where the server does not say. */
  readonly architecture: string | null;
  /** What instances on it can be of, such as `x86_64` and `i686`. Null while it does not say. */
  readonly architectures: readonly string[] | null;
  /** What boots instances on it. None where instances share the kernel of the host. Null while it does not say. */
  readonly firmware: readonly Firmware[] | null;
  /** Whether a running instance moves from and to it. Others are stopped, moved and started. */
  readonly movesLive: boolean;
  /** Whether other hosts reach its disks. Where they do not, a volume is on one host. */
  readonly sharedDisks: boolean;
  /** Null while it is offline. */
  readonly capacity: HostCapacity | null;
  /** Null while it is offline, and where the site does not tell them. */
  readonly gpus: readonly HostGpu[] | null;
}

export interface HostCapacity {
  readonly cpus: number;
  readonly ramMb: number;
  /** What is free of the memory now, whatever is promised to instances. */
  readonly freeRamMb: number;
  readonly diskGb: number;
  readonly freeDiskGb: number;
}

/** Where an instance moves, and whether it runs meanwhile. */
export interface Move {
  readonly host: string;
  readonly live: boolean;
}

/**
 * The hosts of a site. Every call may be repeated after a crash, may throw ProviderError, and ends early by throwing
 * when the signal is aborted.
 */
export interface HostPort {
  /** Empty where the site is one lump. */
  listHosts(signal: AbortSignal): Promise<Host[]>;
  /** Describes the GPUs of all hosts, in the order of `listHosts`. */
  inspectGpus(signal: AbortSignal): Promise<InspectedHost[]>;
  /**
   * Moves an instance to another host of the site. One that is there already stays.
   * @throws ProviderError `unsupported_by_site` where the site has one host or cannot move it so, `instance_not_found`
   */
  moveInstance(vmId: string, move: Move, signal: AbortSignal): Promise<void>;
  /**
   * Brings an instance of a host that is down to another host of the site, where it is off. The caller has made sure
   * that nothing runs on the first one. One that is there already stays.
   * @throws ProviderError `host_answers` where its host is not down, `unsupported_by_site` where the hosts share no
   * disks, `instance_not_found`
   */
  recoverInstance(vmId: string, host: string, signal: AbortSignal): Promise<void>;
}

/** The refusal to start an instance elsewhere while it may still run. */
export function hostAnswers(): ProviderError {
  return new ProviderError(
    "host_answers",
    "The host of the VM answers again, so the VM does not start on another one; the cloud's operator restores the host.",
    { retryable: false },
  );
}
