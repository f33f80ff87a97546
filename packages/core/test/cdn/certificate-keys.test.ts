import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resealStoredValues } from "../../src/operator.ts";
import { CERTIFICATE_KEYS, Sealer } from "../../src/request/sealing/sealed-value.ts";

const FORMER = "a secret of tests, long enough to be one";
const NEXT = "the next secret of tests, long enough too";
let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test("a rotation reseals the keys of ACME accounts, of unfinished orders and of load balancers' domains", async () => {
  const { pool } = testDatabase.database;
  const former = new Sealer([FORMER], CERTIFICATE_KEYS);
  const url = "https://acme.example/directory";
  const domains = ["a.example", "b.example"];
  await pool.query("INSERT INTO acme_account (directory_url, key_sealed) VALUES ($1, $2)", [
    url,
    former.seal("account", url),
  ]);
  for (const domain of domains)
    await pool.query(
      "INSERT INTO acme_certificate (certificate_id, directory_url, order_url, key_sealed) VALUES ($1, $2, $2, $3)",
      [domain, url, former.seal(`key of ${domain}`, domain)],
    );
  await pool.query("INSERT INTO acme_certificate (certificate_id, directory_url) VALUES ('c.example', $1)", [url]);
  // Without its load balancer, because only the key matters here.
  const sealed = former.seal("key of lb", "lb_one/d.example").toString("hex");
  await pool.query(`BEGIN; SET LOCAL session_replication_role = replica;
    INSERT INTO load_balancer_certificate (workspace_id, load_balancer_id, domain, since_revision, chain_pem,
                                           key_sealed, expires_at, issued_revision)
    VALUES (1, 'lb_one', 'd.example', 1, 'chain', '\\x${sealed}', now(), 2); COMMIT`);
  const reseal = async () =>
    (await resealStoredValues(testDatabase.database, { secrets: [NEXT, FORMER] })).certificateKeys;
  expect([await reseal(), await reseal()]).toEqual([4, 0]);
  const next = new Sealer([NEXT], CERTIFICATE_KEYS);
  const { rows } = await pool.query(
    `SELECT directory_url AS id, key_sealed FROM acme_account UNION ALL SELECT certificate_id, key_sealed
       FROM acme_certificate WHERE order_url IS NOT NULL
      UNION ALL SELECT load_balancer_id || '/' || domain, key_sealed FROM load_balancer_certificate ORDER BY 1`,
  );
  expect(rows.map(({ id, key_sealed }) => next.open(key_sealed, id))).toEqual([
    ...domains.map((domain) => `key of ${domain}`),
    "account",
    "key of lb",
  ]);
});
