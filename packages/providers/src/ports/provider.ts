import type { ComputePort } from "./compute-port.ts";
import type { InventoryPort } from "./inventory-port.ts";
import type { LoadBalancerPort } from "./load-balancer-port.ts";
import type { MetricsPort } from "./metrics-port.ts";
import type { NetworkPort } from "./network-port.ts";
import type { RecoveryPort } from "./recovery-port.ts";
import type { SitePort } from "./site-port.ts";
import type { VolumePort } from "./volume-port.ts";

/** The beginning of a saga's step, told to the provider before the step does anything. */
export interface StepBeginning {
  readonly resourceId: string;
  readonly resourceName: string;
  /** The name that the operation's list of steps shows. */
  readonly step: string;
  /** The provider said of this step before that it was busy, and that time is over. */
  readonly waited: boolean;
}

/** What drives a site: one adapter, a port for each kind of thing that it has. */
export interface Provider {
  /**
   * Whether the provider is ready for a step; it may also fail here for what it knows beforehand.
   * @returns milliseconds for which it is still busy; 0 when the step can begin
   */
  beginStep(beginning: StepBeginning, signal: AbortSignal): Promise<number>;
  readonly compute: ComputePort;
  readonly inventory: InventoryPort;
  readonly loadBalancers: LoadBalancerPort;
  readonly metrics: MetricsPort;
  readonly networks: NetworkPort;
  readonly recovery: RecoveryPort;
  readonly site: SitePort;
  readonly volumes: VolumePort;
}
