import type { Bench } from "../bench-site.ts";
import { load } from "../load.ts";
import { alternate, type Row, round } from "../measure.ts";

/** GET 100 VMs, against a bare server selecting and sending the same rows. */
export async function vmListRows({ api, bare, product }: Bench): Promise<Row[]> {
  const headers = { authorization: `Bearer ${product.token}` };
  const { reference, figure } = await alternate(
    async () => (await load(`${bare}/vms?workspace_id=${product.workspaceId}`)).perSecond,
    async () =>
      (await load(`${api}/compute/cloud-vms?workspace_id=${product.workspaceId}&limit=100`, { headers })).perSecond,
  );
  const ratio = figure / reference;
  return [
    {
      row: "GET 100 VMs",
      reference: round(reference, 1),
      figure: round(figure, 1),
      unit: "requests/s",
      ratio: round(ratio),
      target: ">= 0.60",
      holds: ratio >= 0.6,
    },
  ];
}
