import { createTestDatabase, type TestDatabase } from "@fulmar/testkit";
import { afterAll, beforeAll, expect, test } from "vitest";
import { resealStoredValues } from "../../src/operator.ts";
import { CERTIFICATE_KEYS, Sealer } from "../../src/request/sealed-value.ts";

const FORMER = "a secret of tests, long enough to be one";
const NEXT = "the next secret of tests, long enough too";
let testDatabase: TestDatabase;
beforeAll(async () => {
  testDatabase = await createTestDatabase();
});
afterAll(() => testDatabase.drop());

test("a rotation reseals the keys of ACME accounts and of unfinished orders", async () => {
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
      "INSERT INTO acme_certificate (domain, directory_url, order_url, key_sealed) VALUES ($1, $2, $2, $3)",
      [domain, url, former.seal(`key of ${domain}`, domain)],
    );
  await pool.query("INSERT INTO acme_certificate (domain, directory_url) VALUES ('c.example', $1)", [url]);
  const reseal = async () =>
    (await resealStoredValues(testDatabase.database, { secrets: [NEXT, FORMER] })).certificateKeys;
  expect([await reseal(), await reseal()]).toEqual([3, 0]);
  const next = new Sealer([NEXT], CERTIFICATE_KEYS);
  const { rows } = await pool.query(
    "SELECT directory_url AS id, key_sealed FROM acme_account UNION ALL SELECT domain, key_sealed FROM acme_certificate WHERE order_url IS NOT NULL ORDER BY 1",
  );
  expect(rows.map(({ id, key_sealed }) => next.open(key_sealed, id))).toEqual([
    ...domains.map((domain) => `key of ${domain}`),
    "account",
  ]);
});
