// Record sets of addresses that follow a resource (docs/adr/0196).
import type { DnsRecordSet } from "@fulmar/contract";
import { statement } from "@fulmar/prisma";
import type { InWorkspace } from "../request/context.ts";
import { found } from "../request/domain-error.ts";

/** SQL: the values that the name servers answer a record set `s` with. */
export const ANSWERED = `CASE WHEN cardinality(s.values) > 0 THEN s.values ELSE ARRAY(
            SELECT host(a.address) FROM public_address a
             WHERE a.public_ip_id = coalesce(s.public_ip_id,
                     (SELECT r.public_ip_id FROM reserved_ip r
                       WHERE r.workspace_id = s.workspace_id AND r.attached_vm_id = s.vm_id),
                     (SELECT r.public_ip_id FROM reserved_ip r
                       WHERE r.workspace_id = s.workspace_id AND r.attached_load_balancer_id = s.load_balancer_id))
               AND family(a.address) = CASE s.type WHEN 'A' THEN 4 ELSE 6 END) END`;

// A VM that is deleted later waits, and takes the record set along: it locks its row for that.
const shareVm = statement(
  "dns_followed_vm",
  `SELECT vm_id FROM vm WHERE workspace_id = $workspace_id::bigint AND vm_id = $vm_id AND deleted_at IS NULL FOR SHARE`,
);

const shareBalancer = statement(
  "dns_followed_load_balancer",
  `SELECT load_balancer_id FROM load_balancer
    WHERE workspace_id = $workspace_id::bigint AND load_balancer_id = $load_balancer_id FOR KEY SHARE`,
);

const shareReservedIp = statement(
  "dns_followed_reserved_ip",
  `SELECT public_ip_id FROM reserved_ip
    WHERE workspace_id = $workspace_id::bigint AND public_ip_id = $public_ip_id FOR KEY SHARE`,
);

/** The resource that a record set follows, at most one. */
export type Followed = Pick<DnsRecordSet, "vm_id" | "load_balancer_id" | "reserved_ip_id">;

/**
 * Keeps the resource that a record set is to follow until the transaction ends. Called before the zone is locked, as
 * whoever deletes a resource locks it before the zones of its record sets.
 * @throws DomainError 404
 */
export async function holdFollowed({ sql, workspace }: InWorkspace, followed: Followed): Promise<void> {
  const { vm_id, load_balancer_id, reserved_ip_id: public_ip_id } = followed;
  const workspace_id = workspace.id;
  if (vm_id !== null) found(await sql.maybe(shareVm, { workspace_id, vm_id }), "VM");
  if (load_balancer_id !== null)
    found(await sql.maybe(shareBalancer, { workspace_id, load_balancer_id }), "load balancer");
  if (public_ip_id !== null) found(await sql.maybe(shareReservedIp, { workspace_id, public_ip_id }), "reserved IP");
}
