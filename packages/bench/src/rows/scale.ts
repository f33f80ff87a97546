import type { Bench } from "../bench-site.ts";
import { type Crowd, fill } from "../crowd.ts";
import { median, type Row, round } from "../measure.ts";
import { Product } from "../product.ts";

const FEW = { vms: 1_000, operations: 10_000 };
const REQUESTS = 500;
const MOST = 1.5;

/** Lists and gets in a large workspace against the same in a small one, one request after the other. */
export async function scaleRows({ scale }: Bench): Promise<Row[]> {
  const few = await Product.install();
  const many = await Product.install();
  try {
    const [small, large] = [await populate(few, FEW), await populate(many, scale)];
    const { vms, operations, volumes } = large.crowd;
    console.log(
      `       a workspace with ${vms} VMs, ${operations} operations and ${volumes} volumes, against one with ${FEW.vms} VMs`,
    );
    const rows: Row[] = [];
    for (const [name, pathOf] of Object.entries(reads)) {
      const { reference, figure } = await takingTurns(
        () => small.millisecondsOf(pathOf(small.crowd)),
        () => large.millisecondsOf(pathOf(large.crowd)),
      );
      const ratio = figure / reference;
      rows.push({
        row: `${name}, ${vms} VMs, ${operations} operations`,
        reference: round(reference),
        figure: round(figure),
        unit: "ms, p50",
        ratio: round(ratio),
        target: `<= ${MOST}`,
        holds: ratio <= MOST,
      });
    }
    return rows;
  } finally {
    await few.stop();
    await many.stop();
  }
}

const reads: Readonly<Record<string, (crowd: Crowd) => string>> = {
  "List VMs, first page": () => "/compute/cloud-vms?limit=100",
  // A cursor is the sort key of the last row of the previous page.
  "List VMs, a page in the middle": ({ vmId }) =>
    `/compute/cloud-vms?limit=100&cursor=${Buffer.from(vmId).toString("base64url")}`,
  "Get a VM": ({ vmId }) => `/compute/cloud-vms/${vmId}?`,
  "Get an operation": ({ operationId }) => `/compute/operations/${operationId}?`,
  "List operations, first page": () => "/compute/operations?limit=100",
  "List operations of a VM": ({ vmId }) => `/compute/operations?vm_id=${vmId}`,
  "List volumes": () => "/block-storage/volumes?limit=100",
};

async function populate(product: Product, wanted: { readonly vms: number; readonly operations: number }) {
  const api = await product.startApi();
  const crowd = await fill(product, api, wanted);
  const headers = { authorization: `Bearer ${product.token}` };
  return {
    crowd,
    async millisecondsOf(path: string): Promise<number> {
      const begun = performance.now();
      const response = await fetch(`${api}${path}&workspace_id=${product.workspaceId}`, { headers });
      const body = await response.text();
      if (response.status !== 200) throw new Error(`${path}: ${response.status} ${body}`);
      return performance.now() - begun;
    },
  };
}

/** Medians of both sides, which alternate request by request, so that noise affects both equally. */
async function takingTurns(
  reference: () => Promise<number>,
  figure: () => Promise<number>,
): Promise<{ reference: number; figure: number }> {
  const times = { reference: [] as number[], figure: [] as number[] };
  for (let sent = 0; sent < REQUESTS; sent++) {
    times.reference.push(await reference());
    times.figure.push(await figure());
  }
  return { reference: median(times.reference), figure: median(times.figure) };
}
