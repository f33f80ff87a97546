import type { Bench } from "../bench-site.ts";
import { load } from "../load.ts";
import { alternate, median, type Row, round } from "../measure.ts";

/** GET one operation over 32 connections, against a bare server doing the two indexed SELECTs that it needs. */
export async function operationGetRows({ api, bare, product, operationId }: Bench): Promise<Row[]> {
  const headers = { authorization: `Bearer ${product.token}` };
  const p99 = { reference: [] as number[], figure: [] as number[] };
  const measured = await alternate(
    async () => {
      const result = await load(`${bare}/operations/${operationId}`, { headers });
      p99.reference.push(result.p99Ms);
      return result.perSecond;
    },
    async () => {
      const result = await load(`${api}/compute/operations/${operationId}?workspace_id=${product.workspaceId}`, {
        headers,
      });
      p99.figure.push(result.p99Ms);
      return result.perSecond;
    },
  );
  const ratio = measured.figure / measured.reference;
  const tail = { reference: median(p99.reference), figure: median(p99.figure) };
  return [
    {
      row: "GET one operation",
      ...rounded(measured),
      unit: "requests/s",
      ratio: round(ratio),
      target: ">= 0.60",
      holds: ratio >= 0.6,
    },
    {
      row: "GET one operation, p99",
      ...rounded(tail),
      unit: "ms",
      ratio: round(tail.figure / tail.reference),
      target: "<= 2",
      holds: tail.figure <= 2 * tail.reference,
    },
  ];
}

function rounded({ reference, figure }: { reference: number; figure: number }) {
  return { reference: round(reference, 1), figure: round(figure, 1) };
}
