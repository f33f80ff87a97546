/** A machine as the site knows it by the address that it sends from. */
export interface MetadataMachine {
  readonly vmId: string;
  /** The one of its own addresses that it sends from. */
  readonly address: string;
  /** Its NICs in their order, with MAC addresses such as `00:16:3e:5a:01:02`. */
  readonly interfaces: readonly { readonly mac: string; readonly address: string }[];
}

/** Where a metadata server listens for the machines of a site. */
export interface MetadataListener {
  /** An address of the host that the site's machines run on. */
  readonly host: string;
  /** The host names under which machines know the server. A request for another name was led here by somebody else. */
  readonly names: readonly string[];
}

/**
 * The way from machines to a metadata server on their host (docs/adr/0146). The site says which machine a connection
 * comes from; nothing that a machine sends does. Every call may throw ProviderError, and ends early by throwing when the
 * signal is aborted.
 */
export interface MetadataPort {
  /**
   * Leads what machines send to port 80 of 169.254.169.254 to a server that listens at this TCP port of their host.
   * Repeatable. Another port replaces the former. Sites on one server share a way where one of them has it already.
   * @param beside the ids of other sites whose machines the same server serves
   * @throws ProviderError `unsupported_by_site`, not retryable, where a site has no such way
   */
  open(port: number, signal: AbortSignal, beside?: readonly string[]): Promise<MetadataListener>;
  /**
   * Ends that way: the address is unreachable again, as before. Repeatable.
   */
  close(signal: AbortSignal): Promise<void>;
  /**
   * The machine that alone can send from this address; null if the site knows none, or more than one. The answer may be
   * a second old, so the caller compares it with what the machine should be.
   */
  machineAt(address: string, signal: AbortSignal): Promise<MetadataMachine | null>;
}
