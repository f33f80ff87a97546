import { randomUUID } from "node:crypto";
import { newId } from "@fulmar/core";
import pg from "pg";
import type { Bench } from "../bench-site.ts";
import { load } from "../load.ts";
import { alternate, type Row, round } from "../measure.ts";

const CLIENTS = 32;
const SECONDS = 4;

/**
 * Accepting a VM create (idempotency key, billing, audit, operation, one commit) over HTTP, against node-postgres
 * alone writing the same rows in one transaction: no HTTP, no checks.
 */
export async function vmCreateRows(bench: Bench): Promise<Row[]> {
  const { api, product, vmBody } = bench;
  const headers = { authorization: `Bearer ${product.token}`, "content-type": "application/json" };
  const { reference, figure } = await alternate(
    () => insertAlone(bench),
    async () =>
      (await load(`${api}/compute/cloud-vms?workspace_id=${product.workspaceId}`, { method: "POST", headers, body: JSON.stringify(vmBody), freshKeys: true }))
        .perSecond,
  );
  const ratio = figure / reference;
  return [
    {
      row: "Accept a VM create",
      reference: round(reference, 1),
      figure: round(figure, 1),
      unit: "requests/s",
      ratio: round(ratio),
      target: ">= 0.40",
      holds: ratio >= 0.4,
    },
  ];
}

async function insertAlone({ product, siteId, vmBody }: Bench): Promise<number> {
  const pool = new pg.Pool({ connectionString: product.databaseUrl, max: 20 });
  const until = Date.now() + SECONDS * 1000;
  let committed = 0;
  const client = async () => {
    while (Date.now() < until) {
      await insertOnce(pool, product.workspaceId, product.organizationId, siteId, vmBody);
      committed++;
    }
  };
  try {
    await Promise.all(Array.from({ length: CLIENTS }, client));
  } finally {
    await pool.end();
  }
  return committed / SECONDS;
}

async function insertOnce(pool: pg.Pool, workspaceId: string, organizationId: string, siteId: string, vmBody: Bench["vmBody"]) {
  const vmId = newId("vm");
  const operationId = newId("op");
  const client = await pool.connect();
  try {
    await client.query("BEGIN");
    await client.query({
      name: "key",
      text: "INSERT INTO idempotency_key (workspace_id, operation, key, fingerprint, status, body) VALUES ($1, 'bench', $2, $3, 202, '{}')",
      values: [workspaceId, randomUUID(), Buffer.alloc(32)],
    });
    await client.query({
      name: "vm",
      text: `INSERT INTO vm (vm_id, workspace_id, type, name, site_id, plan_id, template_id, cpu, ram_mb, disk_gb, os_type, os_distro, tags, ssh_keys, operation_id)
           VALUES ($1, $2, 'cloud', $1, $3, $4, $5, 1, 1024, 20, 'linux', 'debian', '{}', '{}', $6)`,
      values: [vmId, workspaceId, siteId, vmBody.plan_id, vmBody.template_id, operationId],
    });
    await client.query({
      name: "operation",
      text: `INSERT INTO operation (operation_id, workspace_id, vm_id, vm_type, action, saga, input, status, deadline_at)
           VALUES ($1, $2, $3, 'cloud', 'create', 'bench', '{}', 'succeeded', now())`,
      values: [operationId, workspaceId, vmId],
    });
    await client.query({
      name: "audit",
      text: `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, result)
           VALUES ($1, $2, $3, 'token', 'bench', 'bench', 'bench', $4, $1, 202)`,
      values: [newId("aud"), organizationId, workspaceId, vmId],
    });
    await client.query("COMMIT");
  } finally {
    client.release();
  }
}
