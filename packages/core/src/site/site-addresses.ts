/**
 * SQL: whether a public address is in use: somebody has reserved it, a VM, NAT gateway or load balancer has it, or an
 * operator has isolated it. No other one is given to anybody.
 * @param address the name of the address's row
 */
export function isInUse(address: string): string {
  return `(${address}.public_ip_id IS NOT NULL OR ${address}.isolated_at IS NOT NULL)`;
}

/** SQL: for each site that has public addresses, how many, and how many of them are in use. */
export const ADDRESSES_OF_SITES = `(SELECT a.site_id, count(*)::int AS addresses,
          (count(*) FILTER (WHERE ${isInUse("a")}))::int AS addresses_used
     FROM public_address a GROUP BY a.site_id)`;
