import { newId } from "@fulmar/core";
import type pg from "pg";

/** The variable part of an accepted create. All other values are constant. */
export interface BareCreate {
  readonly name: string;
  readonly plan_id: string;
  readonly template_id: string;
  readonly site_id: string;
  readonly workspace_id: string;
  readonly organization_id: string;
}

/** Inserts the rows of an accepted create in one node-postgres transaction, without checks or ORM. */
export async function insertRows(pool: pg.Pool, body: BareCreate): Promise<{ operation_id: string; vm_id: string }> {
  const client = await pool.connect();
  try {
    return await insertOn(client, body);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

async function insertOn(client: pg.PoolClient, body: BareCreate) {
  const vmId = newId("vm");
  const operationId = newId("op");
  await client.query("BEGIN");
  await client.query({
    name: "insert_key",
    text: `INSERT INTO idempotency_key (workspace_id, operation, key, fingerprint, status, body)
       VALUES ($1, 'bench', $2, $3, 202, '{}')`,
    values: [body.workspace_id, body.name, Buffer.alloc(32)],
  });
  await client.query({
    name: "insert_vm",
    text: `INSERT INTO vm (vm_id, workspace_id, type, name, site_id, plan_id, template_id, cpu, ram_mb, disk_gb,
                           os_type, os_distro, tags, ssh_keys, operation_id)
           VALUES ($1, $2, 'cloud', $3, $4, $5, $6, 1, 1024, 20, 'linux', 'debian', '{}', '{}', $7)`,
    values: [vmId, body.workspace_id, body.name, body.site_id, body.plan_id, body.template_id, operationId],
  });
  await client.query({
    name: "insert_operation",
    text: `INSERT INTO operation (operation_id, workspace_id, resource_id, resource_type, action, saga, input,
                                  deadline_at)
           VALUES ($1, $2, $3, 'cloud_vm', 'create', 'bench', '{}', now())`,
    values: [operationId, body.workspace_id, vmId],
  });
  await client.query({
    name: "insert_audit",
    text: `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name,
                                    action, resource_id, request_id, result)
           VALUES ($1, $2, $3, 'token', 'bench', 'bench', 'bench', $4, $1, 202)`,
    values: [newId("aud"), body.organization_id, body.workspace_id, vmId],
  });
  await client.query("COMMIT");
  return { operation_id: operationId, vm_id: vmId };
}
