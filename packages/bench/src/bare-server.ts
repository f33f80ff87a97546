import { createHash } from "node:crypto";
import { loadConfiguration } from "@fulmar/config";
import Fastify from "fastify";
import pg from "pg";
import { type BareCreate, insertRows } from "./insert-rows.ts";

/** The reference: only Fastify and node-postgres, running only the SELECTs that the request needs. */
const configuration = loadConfiguration();
const pool = new pg.Pool({ connectionString: configuration.databaseUrl, max: 20 });
const app = Fastify();

app.get<{ Params: { id: string } }>("/operations/:id", async (request) => {
  const value = String(request.headers.authorization).slice("Bearer ".length);
  const hash = createHash("sha256").update(value).digest();
  await pool.query({
    name: "token",
    text: "SELECT token_id, organization_id, scopes, expires_at, revoked_at FROM api_token WHERE hash = $1",
    values: [hash],
  });
  const text = `SELECT operation_id, resource_id AS vm_id, action, status, submitted_at, updated_at, current_step,
    error_code,
            error_message FROM operation WHERE operation_id = $1`;
  const { rows } = await pool.query({ name: "operation", text, values: [request.params.id] });
  return rows[0];
});

app.get<{ Querystring: { workspace_id: string } }>("/vms", async (request) => {
  const text = `SELECT v.vm_id AS id, v.name, v.status, v.cpu, v.ram_mb, v.disk_gb, v.os_type, v.os_distro,
                       p.name AS plan_name, v.public_ip, v.private_ip, v.tags, v.created_at, v.updated_at
    FROM vm v JOIN plan p ON p.plan_id = v.plan_id
   WHERE v.workspace_id = $1 AND v.type = 'cloud' AND v.deleted_at IS NULL ORDER BY v.vm_id DESC LIMIT 100`;
  const { rows } = await pool.query({ name: "vms", text, values: [request.query.workspace_id] });
  return rows;
});

app.post<{ Body: BareCreate }>("/vms", (request) => insertRows(pool, request.body));

await app.listen({ host: "127.0.0.1", port: configuration.apiPort });
process.once("SIGTERM", () => void app.close().then(() => pool.end()));
