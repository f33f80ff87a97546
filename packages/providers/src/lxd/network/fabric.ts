import type { NetworkConfiguration } from "../../ports/network-port.ts";
import type { AclRules } from "./filters.ts";

/** A NIC with its own address in one of our networks. */
export interface NicPlace {
  readonly vmId: string;
  readonly network: string;
}

/** The filter of an instance and the networks that it is in. */
export interface InstanceFilter {
  readonly rules: AclRules;
  readonly networks: readonly string[];
}

/**
 * How a site makes networks: as bridges of one host, or as OVN networks that span the members of a cluster. Code that
 * is the same for both, such as profiles and forwards, depends only on this interface.
 */
export interface Fabric {
  /**
   * Creates the network of instances that are in no VPC, if missing. @throws ProviderError with a sentence for the
   * operator
   */
  makeHome(signal: AbortSignal): Promise<void>;
  /** The network device of a subnet on the host; null for a network that spans hosts. */
  deviceOf(subnetId: string): string | null;
  applySubnet(subnetId: string, wanted: NetworkConfiguration, signal: AbortSignal): Promise<void>;
  /** @throws ProviderError, retryable, while an instance has a NIC in it */
  removeSubnet(subnetId: string, signal: AbortSignal): Promise<void>;
  /** Device keys of a NIC besides its network and its addresses: protection against spoofing, and its filter. */
  nicKeys(nic: NicPlace): Readonly<Record<string, string>>;
  /**
   * Sets an instance's filter before its profile is written, so that the instance is never open.
   * @returns the keys to store in the profile
   */
  prepareFilter(vmId: string, filter: InstanceFilter, signal: AbortSignal): Promise<Readonly<Record<string, string>>>;
  /** Makes networks filter by the current profiles. */
  applyFilters(networks: readonly string[], signal: AbortSignal): Promise<void>;
  /** Keeps guests from what the host has now: its addresses may have changed. Repeatable. */
  protectHost(signal: AbortSignal): Promise<void>;
  /** Removes the filter of an instance whose profile is gone. */
  removeFilter(vmId: string, signal: AbortSignal): Promise<void>;
  /**
   * Lets traffic leave these subnets through a gateway, from its public address where the site supports that.
   * @param address null: no traffic leaves them
   */
  translate(subnetIds: readonly string[], address: string | null, signal: AbortSignal): Promise<void>;
}
