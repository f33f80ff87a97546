// Shared by the tests of guarded tokens: things that must not be lost, and how answers are counted.
import type { Operation, TokenGuard } from "@fulmar/contract";
import { expect } from "vitest";
import type { Api, ApiResponse } from "../api-fixture.ts";

/** The ids of a table's rows that are in use, which must not be lost. */
const ALIVE: Readonly<Record<string, string>> = {
  access_key: "credential_id",
  alert_rule: "alert_rule_id",
  api_token: "token_id WHERE revoked_at IS NULL",
  backup: "backup_id WHERE deleted_at IS NULL",
  backup_policy: "policy_id",
  bucket: "bucket_id",
  cdn_custom_domain: "domain",
  cdn_distribution: "distribution_id",
  dns_record_set: "record_set_id",
  dns_zone: "zone_id",
  firewall_group: "firewall_group_id",
  firewall_rule: "rule_id",
  load_balancer: "load_balancer_id",
  load_balancer_listener: "listener_id",
  load_balancer_pool: "pool_id",
  nat_gateway: "nat_gateway_id",
  placement_group: "placement_group_id",
  port_forward: "port_forward_id",
  reserved_ip: "public_ip_id",
  secret: "secret_id WHERE deleted_at IS NULL",
  secret_store: "store_id WHERE deleted_at IS NULL",
  snapshot_set: "snapshot_set_id WHERE deleted_at IS NULL",
  ssh_key: "ssh_key_id",
  startup_script: "startup_script_id",
  subnet: "subnet_id",
  vm: "vm_id WHERE status::text NOT IN ('deleting', 'deleted', 'rebuilding', 'restoring')",
  volume: "volume_id WHERE status::text NOT IN ('deleting', 'deleted')",
  volume_snapshot: "snapshot_id WHERE deleted_at IS NULL",
  vpc: "vpc_id",
  vpc_peering: "vpc_peering_id WHERE status = 'active'",
  webhook: "webhook_id",
  workspace: "workspace_id::text WHERE deleted_at IS NULL",
};

/** Everything that a guarded token has not destroyed so far. */
export async function alive({ database }: Pick<Api, "database">): Promise<ReadonlySet<string>> {
  const parts = Object.entries(ALIVE).map(([table, rest]) => {
    const [id = "", ...where] = rest.split(" ");
    return `SELECT '${table} ' || ${id} AS id FROM "${table}" ${where.join(" ")}`;
  });
  const { rows } = await database.pool.query<{ id: string }>(parts.join(" UNION ALL "));
  return new Set(rows.map(({ id }) => id));
}

/** The outcomes of requests. */
export interface Judged {
  done: number;
  waiting: number;
  refused: number;
  readonly codes: Map<string, number>;
}

/** Counts an answer to a guarded token. Nothing but `approve_destructive` does anything alone. */
export function judged(counts: Judged, guard: TokenGuard, { id }: Operation, { status, body }: ApiResponse): void {
  expect(status, `${id}: ${JSON.stringify(body)}`).toBeLessThan(500);
  if (status < 300) {
    counts.done++;
    expect({ guard, id }).toEqual({ guard: "approve_destructive", id });
    return;
  }
  counts.codes.set(body.code, (counts.codes.get(body.code) ?? 0) + 1);
  if (body.code === "approval_required") counts.waiting++;
  else counts.refused++;
}

/** A person says no, so that more can be asked. */
export async function rejectAll({ database }: Pick<Api, "database">): Promise<void> {
  await database.pool.query(
    `UPDATE approval SET status = 'rejected', sealed_input = NULL, decided_at = now()
       WHERE status IN ('pending', 'approved')`,
  );
}

/** Ceilings of one: one thing lost, one made, and the cost of one small thing. */
export const CEILINGS_OF_ONE = {
  max_deletions_per_hour: 1,
  max_resources_per_hour: 1,
  max_added_cost_per_hour: "0.01",
} as const;

/** In how many hours the token has done something: its ceilings begin anew in each. */
export async function hoursOf({ database }: Pick<Api, "database">, token: string): Promise<number> {
  const { rows } = await database.pool.query<{ hours: number }>(
    `SELECT greatest(1, count(*))::int AS hours FROM token_hour h JOIN api_token t USING (token_id)
       WHERE t.hash = sha256($1::text::bytea)`,
    [token],
  );
  return rows[0]?.hours ?? 1;
}

type CeilingName = "max_deletions_per_hour" | "max_added_cost_per_hour" | "max_resources_per_hour";

/** Which requests each ceiling is about. */
const CONCERNS: Readonly<Record<CeilingName, (operation: Operation) => boolean>> = {
  max_deletions_per_hour: ({ effects }) => effects.some(({ kind }) => kind === "destroys"),
  max_added_cost_per_hour: ({ effects }) => effects.some(({ kind }) => kind === "costs"),
  max_resources_per_hour: ({ id }) => id.endsWith(".create"),
};

/** The counts of the requests that each ceiling is about. */
export class CeilingTable {
  readonly rows = {
    max_deletions_per_hour: { tried: 0, refused: 0, through: 0, lost: 0 },
    max_added_cost_per_hour: { tried: 0, refused: 0, through: 0, lost: 0 },
    max_resources_per_hour: { tried: 0, refused: 0, through: 0, lost: 0 },
  } satisfies Readonly<Record<CeilingName, object>>;

  /** The ceiling that refuses a request is named in its sentence, whether the request is about it or not. */
  note(operation: Operation, { status, body }: ApiResponse): void {
    for (const [name, row] of Object.entries(this.rows)) {
      const refused = body?.code === "ceiling_reached" && String(body.detail).includes(name);
      if (!refused && !CONCERNS[name as CeilingName](operation)) continue;
      row.tried++;
      if (refused) row.refused++;
      if (status < 300) row.through++;
    }
  }

  /** Adds the real losses: things that are lost, dollars an hour, things that are made. */
  lost(amounts: Readonly<Record<CeilingName, number>>): void {
    for (const [name, row] of Object.entries(this.rows)) row.lost += amounts[name as CeilingName];
  }

  print(): void {
    console.table(this.rows);
  }
}
