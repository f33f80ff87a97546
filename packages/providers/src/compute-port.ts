/** What a provider needs to make an instance. */
export interface InstanceSpec {
  readonly name: string;
  readonly cpu: number;
  readonly ramMb: number;
  readonly diskGb: number;
  readonly gpuModel: string | null;
  readonly gpuCount: number;
  readonly templateId: string;
}

/** What is written into an instance before its first boot. */
export interface InstanceConfiguration {
  readonly hostname: string;
  readonly sshKeys: readonly string[];
  readonly userData: string | null;
}

/** An instance as the provider's inventory has it. */
export interface Instance {
  readonly vmId: string;
  readonly power: "running" | "stopped";
  readonly privateIp: string | null;
  /** Bytes since the instance was made; a provider that loses count begins again at 0. */
  readonly rxBytes: bigint;
  readonly txBytes: bigint;
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
  restartInstance(vmId: string, options: { readonly force: boolean; readonly requestId: string }, signal: AbortSignal): Promise<void>;
  /** Its snapshots go with it. */
  deleteInstance(vmId: string, signal: AbortSignal): Promise<void>;
  /** Those of the given VMs that exist, in any order. */
  findInstances(vmIds: readonly string[], signal: AbortSignal): Promise<Instance[]>;
  /** The whole inventory in pages, ordered by VM id, beginning behind `after`. */
  listInstances(page: { readonly after: string; readonly limit: number }, signal: AbortSignal): Promise<Instance[]>;
}
