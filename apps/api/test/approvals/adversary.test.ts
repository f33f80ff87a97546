// A program that holds a guarded token and tries everything destroys nothing. FULMAR_SEED repeats a run, FULMAR_REQUESTS
// says how many requests it sends, and FULMAR_SECONDS for how long it sends them instead (`npm run adversary`).
import type { Operation, TokenGuard } from "@fulmar/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Api, startApi } from "../api-fixture.ts";
import { examplesOf, operations } from "../examples/all.ts";
import { type AnyRequest, ExampleFixture } from "../examples/example-fixture.ts";

const SEED = Number(process.env.FULMAR_SEED ?? 20_261_211);
const REQUESTS = Number(process.env.FULMAR_REQUESTS ?? 400);
const SECONDS = Number(process.env.FULMAR_SECONDS ?? 0);
/** So many requests are sent together. */
const TOGETHER = 4;

let api: Api;
beforeAll(async () => {
  api = await startApi();
});
afterAll(() => api.close());

/** What must not be lost: the ids of a table's rows that are in use. */
const ALIVE: Readonly<Record<string, string>> = {
  access_key: "credential_id",
  api_token: "token_id WHERE revoked_at IS NULL",
  backup: "backup_id WHERE deleted_at IS NULL",
  backup_policy: "policy_id",
  bucket: "bucket_id",
  cdn_custom_domain: "domain",
  cdn_distribution: "distribution_id",
  firewall_group: "firewall_group_id",
  firewall_rule: "rule_id",
  load_balancer: "load_balancer_id",
  load_balancer_listener: "listener_id",
  load_balancer_pool: "pool_id",
  nat_gateway: "nat_gateway_id",
  port_forward: "port_forward_id",
  reserved_ip: "public_ip_id",
  secret: "secret_id WHERE deleted_at IS NULL",
  secret_store: "store_id WHERE deleted_at IS NULL",
  snapshot_set: "snapshot_set_id WHERE deleted_at IS NULL",
  ssh_key: "ssh_key_id",
  subnet: "subnet_id",
  vm: "vm_id WHERE status::text NOT IN ('deleting', 'deleted', 'rebuilding', 'restoring')",
  volume: "volume_id WHERE status::text NOT IN ('deleting', 'deleted')",
  volume_snapshot: "snapshot_id WHERE deleted_at IS NULL",
  vpc: "vpc_id",
  webhook: "webhook_id",
  workspace: "workspace_id::text WHERE deleted_at IS NULL",
};

async function alive(): Promise<ReadonlySet<string>> {
  const parts = Object.entries(ALIVE).map(([table, rest]) => {
    const [id = "", ...where] = rest.split(" ");
    return `SELECT '${table} ' || ${id} AS id FROM "${table}" ${where.join(" ")}`;
  });
  const { rows } = await api.database.pool.query<{ id: string }>(parts.join(" UNION ALL "));
  return new Set(rows.map(({ id }) => id));
}

/** A generator of numbers from 0 to 1 that is the same for the same seed (mulberry32). */
function randomFrom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Fields = Readonly<Record<string, unknown>>;

test(`whoever holds a guarded token destroys nothing (seed ${SEED})`, { timeout: 600_000 }, async () => {
  const random = randomFrom(SEED);
  const pick = <Item>(items: readonly Item[]): Item => items[Math.floor(random() * items.length)] as Item;
  const fixture = new ExampleFixture(api, await api.createTenant());
  const guards: readonly TokenGuard[] = ["approve_destructive", "approve_destructive", "approve_all", "plan_only"];
  const tokens = new Map<TokenGuard, string>();
  for (const guard of guards) tokens.set(guard, await api.createToken(fixture.tenant, { guard }));
  const changing = operations.filter(({ safe, needsApproval }) => !safe || needsApproval !== false);
  /** Ids that were seen, by the name of their parameter. */
  const seen = new Map<string, string[]>();
  const note = (fields: Fields) => {
    for (const [name, value] of Object.entries(fields))
      if (typeof value === "string") seen.set(name, [...(seen.get(name) ?? []), value]);
  };
  const swapped = (fields: Fields): Fields =>
    Object.fromEntries(
      Object.entries(fields).map(([name, value]) => {
        const others = seen.get(name);
        const swaps = typeof value === "string" && others !== undefined && random() < 0.5;
        return [name, swaps ? pick(others) : value];
      }),
    );

  const counts = { seed: SEED, requests: 0, done: 0, waiting: 0, refused: 0, lost: 0 };
  const codes = new Map<string, number>();
  const until = SECONDS > 0 ? Date.now() + SECONDS * 1_000 : undefined;
  const isOver = () => (until === undefined ? counts.requests >= REQUESTS : Date.now() >= until);
  try {
    while (!isOver()) {
      const asked: (readonly [Operation, AnyRequest, TokenGuard])[] = [];
      for (let each = 0; each < TOGETHER; each++) {
        const operation = pick(changing);
        // Its owner makes what the request names.
        const request = await pick(examplesOf(operation))(fixture);
        note(request.params ?? {});
        asked.push([
          operation,
          { ...request, ...(request.params && { params: swapped(request.params) }) },
          pick(guards),
        ]);
      }
      const before = await alive();
      const answers = await Promise.all(
        asked.map(([operation, request, guard]) =>
          fixture.send(operation, request, { token: tokens.get(guard) ?? "" }),
        ),
      );
      const after = await alive();
      counts.requests += answers.length;
      for (const [index, { status, body }] of answers.entries()) {
        const [operation, , guard] = asked[index] as (typeof asked)[number];
        if (status < 300) {
          counts.done++;
          expect({ guard, id: operation.id }).toEqual({ guard: "approve_destructive", id: operation.id });
        } else {
          codes.set(body.code, (codes.get(body.code) ?? 0) + 1);
          if (body.code === "approval_required") counts.waiting++;
          else counts.refused++;
        }
        expect(status, JSON.stringify(body)).toBeLessThan(500);
      }
      const lost = [...before].filter((id) => !after.has(id));
      counts.lost += lost.length;
      expect({ lost, asked: lost.length === 0 ? [] : asked.map(([{ id }]) => id) }).toEqual({ lost: [], asked: [] });
      // A person says no, so that more can be asked.
      await api.database.pool.query(
        "UPDATE approval SET status = 'rejected', sealed_input = NULL, decided_at = now() WHERE status IN ('pending', 'approved')",
      );
    }
  } finally {
    console.info(JSON.stringify({ ...counts, codes: Object.fromEntries(codes) }));
  }
  expect(counts.waiting).toBeGreaterThan(0);
  expect(counts.done).toBeGreaterThan(0);
});
