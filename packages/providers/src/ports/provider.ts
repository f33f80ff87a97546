import type { AdoptionPort } from "./adoption-port.ts";
import type { ComputePort } from "./compute-port.ts";
import type { HostPort } from "./host-port.ts";
import type { ImagePort } from "./image-port.ts";
import type { InventoryPort } from "./inventory-port.ts";
import type { LoadBalancerPort } from "./load-balancer-port.ts";
import type { MetadataPort } from "./metadata-port.ts";
import type { MetricsPort } from "./metrics-port.ts";
import type { NetworkPort } from "./network-port.ts";
import type { RecoveryPort } from "./recovery-port.ts";
import type { SitePort } from "./site-port.ts";
import type { VolumePort } from "./volume-port.ts";

/** The start of a saga's step, announced to the provider before the step acts. */
export interface StepBeginning {
  readonly resourceId: string;
  readonly resourceName: string;
  /** The step's name in the operation's list of steps. */
  readonly step: string;
  /** The provider was busy at this step before, and that time has passed. */
  readonly waited: boolean;
}

/** The adapter that drives a site, with a port for each kind of resource. */
export interface Provider {
  /**
   * Whether the provider is ready for a step. It may throw here for failures known in advance.
   * @returns milliseconds for which it is still busy; 0 when the step can begin
   */
  beginStep(beginning: StepBeginning, signal: AbortSignal): Promise<number>;
  readonly adoption: AdoptionPort;
  readonly compute: ComputePort;
  readonly hosts: HostPort;
  readonly images: ImagePort;
  readonly inventory: InventoryPort;
  readonly loadBalancers: LoadBalancerPort;
  readonly metadata: MetadataPort;
  readonly metrics: MetricsPort;
  readonly networks: NetworkPort;
  readonly recovery: RecoveryPort;
  readonly site: SitePort;
  readonly volumes: VolumePort;
}
