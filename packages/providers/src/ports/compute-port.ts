import type { Duplex } from "node:stream";
import type { Firmware } from "./host-port.ts";
import type { SiteRecord } from "./inventory-port.ts";

/** A new instance. */
export interface InstanceSpec {
  readonly name: string;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  readonly gpuModel: string | null;
  readonly gpuCount: number;
  /** The PCI addresses of its GPUs at its host. Empty where the host does not tell which it has. */
  readonly gpus: readonly string[];
  readonly templateId: string;
  /** What boots its image. Without one, what the site boots instances by. */
  readonly firmware?: Firmware | null;
  /** The owner's tags, for people who look at the site itself. */
  readonly tags: readonly string[];
  /** The plan that the owner pays for. Kept beside the instance and changed by a resize. */
  readonly planId: string;
  /** The host to make it on. Without one, the site chooses. */
  readonly host?: string | null;
  /** What its root disk has in place of what the image has: that of a snapshot or a backup at the same site. */
  readonly point?: DiskOfPoint | null;
  readonly record: SiteRecord;
}

/** The root disk of a VM as a snapshot or a backup has it. The VM may be gone. */
export interface DiskOfPoint {
  readonly kind: "snapshot" | "backup";
  readonly pointId: string;
  readonly vmId: string;
  readonly volumeId: string;
  /** The root disk of the new VM. */
  readonly newVolumeId: string;
}

/** Configuration for an instance's first boot. */
export interface InstanceConfiguration {
  readonly hostname: string;
  readonly sshKeys: readonly string[];
  readonly userData: string | null;
}

/** CPU, memory and GPUs of an instance. */
export type InstanceSize = Pick<InstanceSpec, "cpu" | "ramMb" | "gpuModel" | "gpuCount" | "gpus" | "planId">;

/** Who may log in to an instance; null leaves a value unchanged. */
export interface InstanceAccess {
  readonly sshKeys: readonly string[] | null;
  /** The password of the image's first user, hashed by crypt(3). */
  readonly passwordHash: string | null;
}

/** An instance in the provider's inventory. */
export interface Instance {
  readonly vmId: string;
  readonly power: "running" | "stopped";
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  /** The image on its root disk. */
  readonly templateId: string;
  /** Whether it runs the rescue system. */
  readonly rescue: boolean;
  readonly privateIp: string | null;
  /** The host that it is on. Null where the site does not say: it has one. */
  readonly host: string | null;
  /** The PCI addresses of its GPUs at its host. Null where the site does not say. */
  readonly gpus: readonly string[] | null;
}

/** Bytes received and sent since the instance was created. A provider that loses its counters starts again at 0. */
export interface InstanceTraffic {
  readonly vmId: string;
  readonly rxBytes: bigint;
  readonly txBytes: bigint;
}

/** How much of a console's latest output is shown. */
export const CONSOLE_LOG_BYTES = 65_536;

/** Console output of an instance, as raw bytes: usually not all of it, and not always text. */
export interface ConsoleLog {
  readonly bytes: Buffer;
  /** Earlier output was cut off. */
  readonly truncated: boolean;
}

/** The GPUs that a guest has. */
export interface SeenGpus {
  /** Paths of device nodes, such as `/dev/nvidia0`. */
  readonly nodes: readonly string[];
  /** What `nvidia-smi -L` says of each; null where the guest does not have it, or it fails. */
  readonly listed: readonly string[] | null;
}

/** The size of a terminal in characters. */
export interface TerminalSize {
  readonly columns: number;
  readonly rows: number;
}

/** A shell in an instance, or its serial console where the site can run no shell in it. */
export interface InstanceTerminal {
  /**
   * Takes what is typed and gives what is shown, as raw bytes, at the pace of its reader. Its readable side ends with
   * the shell or the instance, and fails when the site is lost.
   */
  readonly stream: Duplex;
  resize(size: TerminalSize): void;
  /** Resolves when the shell has ended: its exit code, or null where the site does not say. Never rejects. */
  readonly exited: Promise<number | null>;
  /** Ends the shell. May be repeated. */
  close(): void;
}

/**
 * Drives the instances of a site. Every call is idempotent under our ids and may be repeated after a crash, whether or
 * not it happened before. What it deletes or stops may be gone or stopped already. Every call may throw ProviderError,
 * and ends early by throwing when the signal is aborted.
 */
export interface ComputePort {
  createInstance(vmId: string, spec: InstanceSpec, signal: AbortSignal): Promise<void>;
  /** Writes the image to the root disk and grows it to its size. */
  provisionInstance(vmId: string, signal: AbortSignal): Promise<void>;
  configureInstance(vmId: string, configuration: InstanceConfiguration, signal: AbortSignal): Promise<void>;
  startInstance(vmId: string, signal: AbortSignal): Promise<{ readonly privateIp: string | null }>;
  /** @param options.force stops without asking the guest to shut down */
  stopInstance(vmId: string, options: { readonly force: boolean }, signal: AbortSignal): Promise<void>;
  /** Restarts at most once per `requestId`. */
  restartInstance(
    vmId: string,
    options: { readonly force: boolean; readonly requestId: string },
    signal: AbortSignal,
  ): Promise<void>;
  resizeInstance(vmId: string, size: InstanceSize, signal: AbortSignal): Promise<void>;
  /** Grows the root disk to a size. A disk of that size or larger stays as it is. */
  growRootDisk(vmId: string, diskGb: number, signal: AbortSignal): Promise<void>;
  /** Reverts the growth of a root disk. The guest has not used the space yet: it does so at its next boot. */
  revertRootDisk(vmId: string, diskGb: number, signal: AbortSignal): Promise<void>;
  /**
   * Writes an image to the root disk of a stopped instance, once per `requestId`. The previous disk is set aside for a
   * revert until the next change of this kind, and for at least an hour.
   */
  rebuildInstance(
    vmId: string,
    image: { readonly templateId: string; readonly firmware?: Firmware | null; readonly requestId: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Changes keys and password, once per `requestId`. The previous ones can be reverted as after a rebuild. */
  updateAccess(
    vmId: string,
    access: InstanceAccess & { readonly requestId: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Restores what the rebuild or the change of access of that request replaced. Does nothing if there was none. */
  revertInstance(vmId: string, request: { readonly requestId: string }, signal: AbortSignal): Promise<void>;
  /**
   * Makes an instance boot the rescue system, or its root disk again. A running instance restarts, unless it is in that
   * mode already.
   */
  setRescueMode(vmId: string, enabled: boolean, signal: AbortSignal): Promise<void>;
  /** The ids of the VMs that have something set aside for a revert since longer than this, in any order. */
  listReplaced(olderThanMs: number, signal: AbortSignal): Promise<string[]>;
  /** Discards what has been set aside for one VM since longer than this. It may be gone already. */
  discardReplaced(vmId: string, olderThanMs: number, signal: AbortSignal): Promise<void>;
  /** Deletes an instance. Its snapshots and backups stay until they are deleted. It may be gone already. */
  deleteInstance(vmId: string, signal: AbortSignal): Promise<void>;
  /** Finds the instances of the given VMs; missing ones are omitted, the order is arbitrary. */
  findInstances(vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]>;
  /** Lists all instances in pages, ordered by VM id, starting after `after`. */
  listInstances(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<Instance[]>;
  /**
   * Console output since the last boot, or longer; empty for an instance that never booted. A stopped instance keeps
   * its output.
   */
  readConsoleLog(vmId: string, signal: AbortSignal): Promise<ConsoleLog>;
  /**
   * Opens a shell as root in a running instance. The signal ends the opening, not the terminal.
   * @throws ProviderError `instance_not_running` besides the others
   */
  openTerminal(vmId: string, size: TerminalSize, signal: AbortSignal): Promise<InstanceTerminal>;
  /**
   * Opens the screen of a running instance, what its graphics card shows: a server of RFB 3.8 (RFC 6143) that asks for no
   * password. The signal ends the opening, not the screen. The readable side ends with the instance.
   * @throws ProviderError `instance_not_running` besides the others
   */
  openScreen(vmId: string, signal: AbortSignal): Promise<Duplex>;
  /**
   * Looks for GPUs from within a running instance.
   * @throws ProviderError `instance_not_running`; retryable while a virtual machine's agent does not answer yet
   */
  seeGpus(vmId: string, signal: AbortSignal): Promise<SeenGpus>;
  /**
   * Lists the traffic of every instance, in the same pages. Called less often, because counting costs more than
   * listing.
   */
  listTraffic(
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<InstanceTraffic[]>;
}
