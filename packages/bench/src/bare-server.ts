import { createHash } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import { newId } from "@fulmar/core";
import Fastify from "fastify";
import pg from "pg";

/** The reference: Fastify and node-postgres with nothing around them, doing only the SELECTs that the request needs. */
const configuration = loadConfiguration();
const pool = new pg.Pool({ connectionString: configuration.databaseUrl, max: 20 });
const app = Fastify();

app.get<{ Params: { id: string } }>("/operations/:id", async (request) => {
  const value = String(request.headers.authorization).slice("Bearer ".length);
  const hash = createHash("sha256").update(value).digest();
  await pool.query({ name: "token", text: "SELECT token_id, organization_id, scopes, expires_at, revoked_at FROM api_token WHERE hash = $1", values: [hash] });
  const text =
    "SELECT operation_id, vm_id, action, status, submitted_at, updated_at, current_step, error_code, error_message FROM operation WHERE operation_id = $1";
  const { rows } = await pool.query({ name: "operation", text, values: [request.params.id] });
  return rows[0];
});

app.get<{ Querystring: { workspace_id: string } }>("/vms", async (request) => {
  const text = `SELECT v.vm_id AS id, v.name, v.status, v.cpu, v.ram_mb, v.disk_gb, v.os_type, v.os_distro, p.name AS plan_name, v.public_ip, v.private_ip, v.tags, v.created_at, v.updated_at
    FROM vm v JOIN plan p ON p.plan_id = v.plan_id WHERE v.workspace_id = $1 AND v.type = 'cloud' AND v.deleted_at IS NULL ORDER BY v.vm_id DESC LIMIT 100`;
  const { rows } = await pool.query({ name: "vms", text, values: [request.query.workspace_id] });
  return rows;
});

interface BareCreate {
  readonly name: string;
  readonly plan_id: string;
  readonly template_id: string;
  readonly site_id: string;
  readonly workspace_id: string;
  readonly organization_id: string;
}

app.post<{ Body: BareCreate }>("/vms", async (request) => {
  const client = await pool.connect();
  try {
    return await insertAlone(client, request.body);
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
});

/** The rows of an accepted create, in one transaction. */
async function insertAlone(client: pg.PoolClient, body: BareCreate) {
  const vmId = newId("vm");
  const operationId = newId("op");
  await client.query("BEGIN");
  await client.query({
    name: "insert_key",
    text: "INSERT INTO idempotency_key (workspace_id, operation, key, fingerprint, status, body) VALUES ($1, 'bench', $2, $3, 202, '{}')",
    values: [body.workspace_id, body.name, Buffer.alloc(32)],
  });
  await client.query({
    name: "insert_vm",
    text: `INSERT INTO vm (vm_id, workspace_id, type, name, site_id, plan_id, template_id, cpu, ram_mb, disk_gb, os_type, os_distro, tags, ssh_keys, operation_id)
           VALUES ($1, $2, 'cloud', $3, $4, $5, $6, 1, 1024, 20, 'linux', 'debian', '{}', '{}', $7)`,
    values: [vmId, body.workspace_id, body.name, body.site_id, body.plan_id, body.template_id, operationId],
  });
  await client.query({
    name: "insert_operation",
    text: `INSERT INTO operation (operation_id, workspace_id, vm_id, vm_type, action, saga, input, deadline_at)
           VALUES ($1, $2, $3, 'cloud', 'create', 'bench', '{}', now())`,
    values: [operationId, body.workspace_id, vmId],
  });
  await client.query({
    name: "insert_audit",
    text: `INSERT INTO audit_event (audit_event_id, organization_id, workspace_id, actor_type, actor_id, actor_name, action, resource_id, request_id, result)
           VALUES ($1, $2, $3, 'token', 'bench', 'bench', 'bench', $4, $1, 202)`,
    values: [newId("aud"), body.organization_id, body.workspace_id, vmId],
  });
  await client.query("COMMIT");
  return { operation_id: operationId, vm_id: vmId };
}

await app.listen({ host: "127.0.0.1", port: configuration.apiPort });
process.once("SIGTERM", () => void app.close().then(() => pool.end()));
