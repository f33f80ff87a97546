import { mkdirSync, writeFileSync } from "node:fs";
import { parseArgs } from "node:util";
import type { Bench } from "./bench-site.ts";
import { chosen } from "./chosen.ts";
import type { Row } from "./measure.ts";
import { Product } from "./product.ts";
import { balancerRows } from "./rows/balancer.ts";
import { claimRows } from "./rows/claim.ts";
import { engineRows } from "./rows/engine.ts";
import { manyBalancersRows } from "./rows/many-balancers.ts";
import { navigationRows } from "./rows/navigation.ts";
import { objectRows } from "./rows/objects.ts";
import { operationGetRows } from "./rows/operation-get.ts";
import { planRows } from "./rows/plan.ts";
import { scaleRows } from "./rows/scale.ts";
import { udpRows } from "./rows/udp.ts";
import { vmCreateRows } from "./rows/vm-create.ts";
import { vmListRows } from "./rows/vm-list.ts";

const measurements = {
  "operation-get": operationGetRows,
  "vm-list": vmListRows,
  "vm-create": vmCreateRows,
  engine: engineRows,
  claim: claimRows,
  balancer: balancerRows,
  balancers: manyBalancersRows,
  udp: udpRows,
  objects: objectRows,
  plan: planRows,
  scale: scaleRows,
  navigation: navigationRows,
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { vms: { type: "string", default: "1000000" }, operations: { type: "string", default: "10000000" } },
});

/**
 * Measures all rows or the named ones, and prints the table. A run of all rows is written to results/latest.json.
 * `--vms` and `--operations` set the size of `scale`. Exit code 1 when a target is missed.
 */
const product = await Product.install();
try {
  const bench = await prepare(product);
  const rows: Row[] = [];
  for (const measure of chosen(measurements, positionals)) {
    const measured = await measure(bench);
    for (const row of measured)
      console.log(
        `${row.holds ? "holds" : "FAILS"}  ${row.row}: ${row.figure} ${row.unit}, reference ` +
          `${row.reference ?? "none"}, target ${row.target}`,
      );
    rows.push(...measured);
  }
  console.table(rows);
  if (positionals.length === 0) {
    const results = new URL("../results/", import.meta.url);
    mkdirSync(results, { recursive: true });
    writeFileSync(new URL("latest.json", results), `${JSON.stringify(rows, null, 2)}\n`);
  }
  process.exitCode = rows.every((row) => row.holds) ? 0 : 1;
} finally {
  await product.stop();
}

async function prepare(installation: Product): Promise<Bench> {
  const api = await installation.startApi();
  const bare = await installation.startBareServer();
  const headers = { authorization: `Bearer ${installation.token}`, "content-type": "application/json" };
  const get = async (path: string) =>
    (await fetch(`${api}${path}?workspace_id=${installation.workspaceId}`, { headers })).json();
  const [plan] = (await get("/compute/plans")) as { plan_id: string; site_ids: string[] }[];
  const [image] = (await get("/compute/images")) as { template_id: string }[];
  if (plan === undefined || image === undefined) throw new Error("the catalog is empty");
  const vmBody = { plan_id: plan.plan_id, template_id: image.template_id };
  let operationId = "";
  for (let index = 0; index < 100; index++) {
    const response = await fetch(`${api}/compute/cloud-vms?workspace_id=${installation.workspaceId}`, {
      method: "POST",
      headers: { ...headers, "x-idempotency-key": `prepare-${index}` },
      body: JSON.stringify({ ...vmBody, name: `prepared-${index}` }),
    });
    if (response.status !== 202) throw new Error(`create: ${response.status} ${await response.text()}`);
    operationId = ((await response.json()) as { operation_id: string }).operation_id;
  }
  await installation.database.pool.query("ANALYZE");
  return {
    product: installation,
    api,
    bare,
    operationId,
    siteId: plan.site_ids[0] ?? "",
    vmBody,
    scale: { vms: Number(values.vms), operations: Number(values.operations) },
  };
}
