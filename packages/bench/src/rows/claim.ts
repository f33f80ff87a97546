import type { Database } from "@fulmar/prisma";
import { withoutTriggers } from "@fulmar/testkit";
import { claim } from "../../../engine/src/claim.ts";
import { median, type Row, round } from "../measure.ts";
import { Product } from "../product.ts";

const FEW = 100;
const MANY = 5_000;
const OPERATIONS = 20_000;
const CLAIMS = 50;
const LIMIT = 16;
const MOST = 2;

/** A claim of operations where many organizations have some that are due, against the same operations of a few. */
export async function claimRows(): Promise<Row[]> {
  const [few, many] = [await Product.install(), await Product.install()];
  try {
    const claims = [await claimsOf(few.database, FEW), await claimsOf(many.database, MANY)] as const;
    const times = [[], []] as readonly [number[], number[]];
    for (let count = 0; count < CLAIMS; count++)
      for (const side of [0, 1] as const) times[side].push(await claims[side]());
    const [reference, figure] = [median(times[0]), median(times[1])];
    return [
      {
        row: `Engine: a claim, ${MANY} organizations`,
        ...{ reference: round(reference), figure: round(figure), unit: "ms", ratio: round(figure / reference) },
        ...{ target: `<= ${MOST}`, holds: figure / reference <= MOST },
      },
    ];
  } finally {
    await few.stop();
    await many.stop();
  }
}

/** @returns a function that claims operations as a worker does, and says how long it took */
async function claimsOf({ pool, sql }: Database, organizations: number): Promise<() => Promise<number>> {
  await withoutTriggers(pool, (client) =>
    client.query(
      `INSERT INTO operation (operation_id, workspace_id, organization_id, resource_id, resource_type, action, saga,
                              input, deadline_at, run_at)
       SELECT 'op_claim_' || n, 1, 'org_claim_' || n % $1, 'vm_1', 'cloud_vm', 'create', 'claim', '{}',
              now() + interval '1 hour', now() - n * interval '1 millisecond'
         FROM generate_series(1, $2::int) n`,
      [organizations, OPERATIONS],
    ),
  );
  await pool.query("VACUUM ANALYZE operation");
  let after = "";
  return async () => {
    const begun = performance.now();
    const claimed = await claim(sql, {
      ...{ owner: "bench", limit: LIMIT, lanes: [], turns: [], after, mostOfOrganization: LIMIT },
      ...{ sagas: ["claim"], except: [] },
    });
    if (claimed.length < LIMIT) throw new Error(`${claimed.length} operations were claimed`);
    after = claimed.at(-1)?.organizationId ?? "";
    return performance.now() - begun;
  };
}
