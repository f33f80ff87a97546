import type { ResourceRecord } from "./inventory-port.ts";

/** What a provider needs to make an instance. */
export interface InstanceSpec {
  readonly name: string;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  readonly gpuModel: string | null;
  readonly gpuCount: number;
  readonly templateId: string;
  /** What its owner calls it by besides its name, for whoever looks at the site itself. */
  readonly tags: readonly string[];
  /** What its owner pays for: kept beside the instance, and changed by a resize. */
  readonly planId: string;
  readonly record: ResourceRecord;
}

/** What is written into an instance before its first boot. */
export interface InstanceConfiguration {
  readonly hostname: string;
  readonly sshKeys: readonly string[];
  readonly userData: string | null;
}

/** What an instance computes with. */
export type InstanceSize = Pick<InstanceSpec, "cpu" | "ramMb" | "gpuModel" | "gpuCount" | "planId">;

/** Who gets into an instance; what is null stays as it is. */
export interface InstanceAccess {
  readonly sshKeys: readonly string[] | null;
  /** Of the image's first user, as crypt(3) hashes it. */
  readonly passwordHash: string | null;
}

/** An instance as the provider's inventory has it. */
export interface Instance {
  readonly vmId: string;
  readonly power: "running" | "stopped";
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  /** The image that is on its root disk. */
  readonly templateId: string;
  /** It runs the rescue system. */
  readonly rescue: boolean;
  readonly privateIp: string | null;
}

/** What an instance received and sent: bytes since it was made; a provider that loses count begins again at 0. */
export interface InstanceTraffic {
  readonly vmId: string;
  readonly rxBytes: bigint;
  readonly txBytes: bigint;
}

/** A console shows so much of what was written to it: the last of it. */
export const CONSOLE_LOG_BYTES = 65_536;

/** What an instance wrote to its console, as it wrote it: seldom all of it, and not always text. */
export interface ConsoleLog {
  readonly bytes: Buffer;
  /** There was more before it. */
  readonly truncated: boolean;
}

/**
 * Drives the machines of a site. Every call is idempotent under our ids and may be repeated after a crash, whether or
 * not it happened before; what it deletes or stops may be gone or stopped already.
 * Every call may throw ProviderError, and ends early by throwing when the signal is aborted.
 */
export interface ComputePort {
  createInstance(vmId: string, spec: InstanceSpec, signal: AbortSignal): Promise<void>;
  /** Puts the image on the root disk and grows it to its size. */
  provisionInstance(vmId: string, signal: AbortSignal): Promise<void>;
  configureInstance(vmId: string, configuration: InstanceConfiguration, signal: AbortSignal): Promise<void>;
  startInstance(vmId: string, signal: AbortSignal): Promise<{ readonly privateIp: string | null }>;
  /** @param options.force without asking the machine to shut down */
  stopInstance(vmId: string, options: { readonly force: boolean }, signal: AbortSignal): Promise<void>;
  /** Restarts once per `requestId`, however often it is called. */
  restartInstance(
    vmId: string,
    options: { readonly force: boolean; readonly requestId: string },
    signal: AbortSignal,
  ): Promise<void>;
  resizeInstance(vmId: string, size: InstanceSize, signal: AbortSignal): Promise<void>;
  /** Grows the root disk to a size; as large already, it stays. */
  growRootDisk(vmId: string, diskGb: number, signal: AbortSignal): Promise<void>;
  /** Takes the growth of a root disk back. The guest uses nothing of it yet: it takes the space when it boots next. */
  revertRootDisk(vmId: string, diskGb: number, signal: AbortSignal): Promise<void>;
  /**
   * Puts an image on the root disk of a stopped instance, once per `requestId`. What was there is set aside until the
   * next change of this kind, and for an hour at least, so that it can be reverted.
   */
  rebuildInstance(
    vmId: string,
    image: { readonly templateId: string; readonly requestId: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Changes keys and password, once per `requestId`; what was there can be reverted as after a rebuild. */
  updateAccess(
    vmId: string,
    access: InstanceAccess & { readonly requestId: string },
    signal: AbortSignal,
  ): Promise<void>;
  /** Brings back what the rebuild or the change of access of that request replaced; without one, nothing happens. */
  revertInstance(vmId: string, request: { readonly requestId: string }, signal: AbortSignal): Promise<void>;
  /**
   * Lets a machine boot the rescue system, or its root disk again. One that runs restarts, unless it runs that already.
   */
  setRescueMode(vmId: string, enabled: boolean, signal: AbortSignal): Promise<void>;
  /** The ids of the VMs for which something is set aside for reverting, where that is longer ago, in any order. */
  listReplaced(olderThanMs: number, signal: AbortSignal): Promise<string[]>;
  /** Lets go of what is set aside for reverting one VM, where that is longer ago; it may be gone already. */
  discardReplaced(vmId: string, olderThanMs: number, signal: AbortSignal): Promise<void>;
  /** Its snapshots go with it. */
  deleteInstance(vmId: string, signal: AbortSignal): Promise<void>;
  /** Those of the given VMs that exist, in any order. */
  findInstances(vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]>;
  /** The whole inventory in pages, ordered by VM id, beginning behind `after`. */
  listInstances(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<Instance[]>;
  /**
   * What the instance wrote to its console since it last booted, or longer; empty for one that never booted. A stopped
   * one has its console still.
   */
  readConsoleLog(vmId: string, signal: AbortSignal): Promise<ConsoleLog>;
  /** The traffic of every instance, in the same pages. Asked for more seldom: counting is dearer than listing. */
  listTraffic(
    page: { readonly after: string; readonly limit: number },
    signal: AbortSignal,
  ): Promise<InstanceTraffic[]>;
}
