import type { Bench } from "../bench-site.ts";
import { load } from "../load.ts";
import { alternate, type Row, round } from "../measure.ts";

/**
 * Accepting a VM create (token, idempotency key, billing, audit, operation, one commit), against the bare server writing the same
 * rows in one transaction by node-postgres. Both are loaded over HTTP alike, so that the load weighs on both.
 */
export async function vmCreateRows({ api, bare, product, siteId, vmBody }: Bench): Promise<Row[]> {
  const headers = { authorization: `Bearer ${product.token}`, "content-type": "application/json" };
  const post = async (url: string, body: object) => (await load(url, { method: "POST", headers, body: JSON.stringify(body), freshKeys: true })).perSecond;
  const { reference, figure } = await alternate(
    () => post(`${bare}/vms`, { ...vmBody, site_id: siteId, workspace_id: product.workspaceId, organization_id: product.organizationId }),
    () => post(`${api}/compute/cloud-vms?workspace_id=${product.workspaceId}`, vmBody),
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
