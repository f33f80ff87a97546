// Hosts that are dedicated to an organization, as who runs the installation decides it (docs/adr/0152).
import { type Sql, statement } from "@fulmar/prisma";
import type { Handler } from "../request/context.ts";
import { conflict } from "../request/domain-error.ts";
import { isAstray } from "../site/index.ts";
import { readHost } from "./hosts.ts";
import { requireOrganization } from "./organizations.ts";

// Who places a VM locks the host, too: it comes before, and the VM is seen, or after, and the host is not taken.
const hold = statement("operator_host_hold", "SELECT FROM site_host WHERE host_id = $host_id FOR UPDATE");

/** How many VMs a refusal names. */
const NAMED = 100;

const astray = statement(
  "operator_host_astray",
  `SELECT v.vm_id AS id, v.name FROM vm v
    WHERE $host_id IN (v.host_id, v.next_host_id) AND ${isAstray("$organization_id::text")}
    ORDER BY v.vm_id LIMIT ${NAMED}`,
);

const dedicate = statement(
  "operator_host_dedicate",
  `UPDATE site_host SET dedicated_organization_id = $organization_id, clearing = $clearing::boolean
    WHERE host_id = $host_id`,
);

export const dedicateHost: Handler<"operatorHost.dedicate"> = async (
  { sql },
  { host_id, organization_id, other_vms },
) => {
  await requireOrganization(sql, organization_id);
  return giveHost(sql, { host_id, organization_id, other_vms });
};

export const releaseHost: Handler<"operatorHost.release"> = async ({ sql }, { host_id, other_vms }) => {
  const { dedicated_organization_id } = await readHost(sql, host_id);
  if (dedicated_organization_id === null)
    throw conflict("host_not_dedicated", "All organizations share the host already; there is nothing to take back.");
  return giveHost(sql, { host_id, organization_id: null, other_vms });
};

interface Giving {
  readonly host_id: string;
  readonly organization_id: string | null;
  readonly other_vms: "refuse" | "move";
}

/** @throws DomainError 404, 409 that names the VMs that may not stay */
async function giveHost(sql: Sql, { host_id, organization_id, other_vms }: Giving) {
  await sql.query(hold, { host_id });
  const { name } = await readHost(sql, host_id);
  const vms = await sql.query(astray, { host_id, organization_id });
  if (vms.length > 0 && other_vms === "refuse")
    throw conflict(
      "host_in_use",
      `VMs on ${name} may not stay there; move them away first, or send other_vms as move.`,
      vms.map(({ id, name }) => ({ type: "vm", id, name })),
    );
  await sql.query(dedicate, { host_id, organization_id, clearing: vms.length > 0 });
  return readHost(sql, host_id);
}
