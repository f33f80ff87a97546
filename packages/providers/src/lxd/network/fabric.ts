import type { NetworkConfiguration } from "../../ports/network-port.ts";
import type { AclRules } from "./filters.ts";

/** A NIC with its own address in one of our networks. */
export interface NicPlace {
  readonly vmId: string;
  readonly network: string;
}

/** What may reach an instance, and in which networks it is. */
export interface InstanceFilter {
  readonly rules: AclRules;
  readonly networks: readonly string[];
}

/**
 * How a site makes networks: as bridges of one host, or as OVN networks that span the members of a cluster. Whatever is
 * the same with both, such as profiles and forwards, knows neither.
 */
export interface Fabric {
  /**
   * The network of instances that are in no VPC, unless it is there. @throws ProviderError with a sentence for the
   * operator
   */
  makeHome(signal: AbortSignal): Promise<void>;
  applySubnet(subnetId: string, wanted: NetworkConfiguration, signal: AbortSignal): Promise<void>;
  /** @throws ProviderError, retryable, while an instance has a NIC in it */
  removeSubnet(subnetId: string, signal: AbortSignal): Promise<void>;
  /**
   * What a NIC's device says besides its network and its addresses: that nobody speaks for another's address, and what
   * may pass.
   */
  nicKeys(nic: NicPlace): Readonly<Record<string, string>>;
  /**
   * Says what may pass at an instance before its profile is written, so that it is never open.
   * @returns what the profile is to remember of it
   */
  prepareFilter(vmId: string, filter: InstanceFilter, signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** Has networks filter by the profiles as they are now. */
  applyFilters(networks: readonly string[], signal: AbortSignal): Promise<void>;
  /** Forgets the filter of an instance whose profile is gone. */
  removeFilter(vmId: string, signal: AbortSignal): Promise<void>;
  /**
   * Lets what leaves these subnets through a gateway out, under its public address where the site can.
   * @param address null: nothing leaves them
   */
  translate(subnetIds: readonly string[], address: string | null, signal: AbortSignal): Promise<void>;
}
