import { randomUUID } from "node:crypto";
import pg from "pg";
import type { Bench } from "../bench-site.ts";
import { insertRows } from "../insert-rows.ts";
import { load } from "../load.ts";
import { alternate, type Row, round } from "../measure.ts";

const CLIENTS = 32;
const SECONDS = 4;

/**
 * Accepting a VM create (token, idempotency key, billing, audit, operation, one commit) over HTTP, against the same
 * INSERTs in one node-postgres transaction: once alone without HTTP, and once behind the bare server, where both sides
 * have the same load.
 */
export async function vmCreateRows({ api, bare, product, siteId, vmBody }: Bench): Promise<Row[]> {
  const headers = { authorization: `Bearer ${product.token}`, "content-type": "application/json" };
  const bareBody = {
    ...vmBody,
    site_id: siteId,
    workspace_id: product.workspaceId,
    organization_id: product.organizationId,
  };
  const post = async (url: string, body: object) =>
    (await load(url, { method: "POST", headers, body: JSON.stringify(body), freshKeys: true })).perSecond;
  const create = () => post(`${api}/compute/cloud-vms?workspace_id=${product.workspaceId}`, vmBody);
  const insertAlone = () => insertForSeconds(product.databaseUrl, () => ({ ...bareBody, name: `vm-${randomUUID()}` }));
  return [
    toRow("Accept a VM create, against the INSERTs alone", await alternate(insertAlone, create)),
    toRow(
      "Accept a VM create, against the INSERTs behind a bare server",
      await alternate(() => post(`${bare}/vms`, bareBody), create),
    ),
  ];
}

async function insertForSeconds(databaseUrl: string, body: () => Parameters<typeof insertRows>[1]): Promise<number> {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 20 });
  const end = Date.now() + SECONDS * 1000;
  let committed = 0;
  const client = async () => {
    while (Date.now() < end) {
      await insertRows(pool, body());
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

function toRow(row: string, { reference, figure }: { reference: number; figure: number }): Row {
  const ratio = figure / reference;
  return {
    row,
    reference: round(reference, 1),
    figure: round(figure, 1),
    unit: "requests/s",
    ratio: round(ratio),
    target: ">= 0.40",
    holds: ratio >= 0.4,
  };
}
