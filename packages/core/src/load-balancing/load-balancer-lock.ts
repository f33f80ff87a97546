import { type Sql, statement } from "@fulmar/prisma";

/** What a balancer is and where, as long as it is held. */
export interface HeldLoadBalancer {
  name: string;
  site_id: string;
  vpc_id: string | null;
}

const lock = statement(
  "load_balancer_lock",
  "SELECT name, site_id, vpc_id FROM load_balancer WHERE workspace_id = $1::bigint AND load_balancer_id = $2 FOR UPDATE",
);

/**
 * Holds a load balancer until the transaction ends: changes of one balancer happen one after the other, and what is
 * read after this is what the change begins with.
 * @returns undefined when there is none
 */
export async function lockLoadBalancer(
  sql: Sql,
  workspaceId: bigint,
  loadBalancerId: string,
): Promise<HeldLoadBalancer | undefined> {
  const [row] = await sql.query(lock, [workspaceId, loadBalancerId]);
  return row;
}
