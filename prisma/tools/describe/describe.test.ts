import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startThrowawayDatabase, type ThrowawayDatabase } from "../throwaway-database.ts";
import { analyse } from "./analysis.ts";
import { type Catalog, readCatalog } from "./catalog.ts";
import { describeStatement } from "./describe-statement.ts";

let server: ThrowawayDatabase;
let client: pg.Client;
let catalog: Catalog;

beforeAll(async () => {
  server = await startThrowawayDatabase({ inMemory: true, major: 18 });
  client = new pg.Client({ connectionString: server.url });
  await client.connect();
  await client.query(`
    CREATE TYPE mood AS ENUM ('glad', 'sad');
    CREATE TABLE author (id int PRIMARY KEY, name text NOT NULL, pen_name text, mood mood NOT NULL,
                         kind text NOT NULL CHECK (kind IN ('poet', 'critic')),
                         rank text, grade text, CHECK (rank IS NULL OR rank IN ('first', 'last')),
                         CHECK (id > 0 AND (grade IN ('a', 'b') OR name = 'x')));
    CREATE TABLE book (id bigint PRIMARY KEY, author_id int REFERENCES author, title text NOT NULL,
                       price numeric NOT NULL, notes jsonb NOT NULL DEFAULT '{}',
                       tags text[] NOT NULL CHECK (array_position(tags, NULL) IS NULL), marks text[] NOT NULL,
                       sold_at timestamptz);
    CREATE FUNCTION is_near(a int, b int) RETURNS boolean LANGUAGE sql
      RETURN a > 1 OR coalesce(b, 0) < 3;
    BEGIN`);
  catalog = await readCatalog(client);
});
afterAll(async () => {
  await client.end();
  await server.stop();
});

async function describe(text: string, present: readonly string[] = []) {
  const [analysis] = await analyse(client, [text]);
  if (analysis === undefined || analysis instanceof Error) throw analysis;
  return describeStatement(analysis, { present }, catalog);
}

async function rowOf(text: string): Promise<Record<string, string>> {
  return Object.fromEntries((await describe(text)).row.map(({ name, type }) => [name, type]));
}

test("a column has its table's type as node-postgres reads it", async () => {
  expect(await rowOf("SELECT b.id, author_id, title, price::text, notes, tags, marks, sold_at FROM book b")).toEqual({
    id: "bigint",
    author_id: "number | null",
    title: "string",
    price: "string",
    notes: "unknown",
    tags: "string[]",
    marks: "(string | null)[]",
    sold_at: "Date | null",
  });
});

test.each<[string, string, string]>([
  [
    "of an outer join may be missing",
    "SELECT a.name AS it FROM book b LEFT JOIN author a ON a.id = b.author_id",
    "string | null",
  ],
  [
    "of the preserved side of an outer join is present",
    "SELECT b.title AS it FROM book b LEFT JOIN author a ON a.id = b.author_id",
    "string",
  ],
  [
    "of an outer join is present if WHERE compares its row",
    "SELECT a.name AS it FROM book b LEFT JOIN author a ON a.id = b.author_id WHERE a.id > $1",
    "string",
  ],
  [
    "of a join below an outer join may be missing",
    "SELECT t.title AS it FROM author a LEFT JOIN (author x JOIN book t ON t.author_id = x.id) ON x.id = a.id",
    "string | null",
  ],
  ["that WHERE compares is present", "SELECT author_id AS it FROM book WHERE author_id = $1", "number"],
  [
    "that one side of an OR compares may be missing",
    "SELECT author_id AS it FROM book WHERE author_id = $1 OR id = 1",
    "number | null",
  ],
  [
    "that is written may be missing, despite WHERE",
    "UPDATE book SET author_id = $1 WHERE author_id IS NOT NULL RETURNING author_id AS it",
    "number | null",
  ],
  [
    "of an inserted row is present in a NOT NULL column",
    "INSERT INTO author VALUES ($1, $2, $3, 'sad', 'poet') RETURNING name AS it",
    "string",
  ],
  ["of an enum is one of its labels", "SELECT mood AS it FROM author", '"glad" | "sad"'],
  ["of an enum cast to text is one of its labels", "SELECT mood::text AS it FROM author", '"glad" | "sad"'],
  ["of a column with a CHECK is one of its values", "SELECT kind AS it FROM author", '"poet" | "critic"'],
  ["of a column whose CHECK allows NULL may be missing", "SELECT rank AS it FROM author", '"first" | "last" | null'],
  ["of a column whose CHECK has an alternative is any text", "SELECT grade AS it FROM author", "string | null"],
  ["of a subquery may be missing", "SELECT (SELECT name FROM author WHERE id = 1) AS it", "string | null"],
  ["of an aggregate without groups is always one row", "SELECT (SELECT count(*) FROM author) AS it", "bigint"],
  ["that is summed may be missing", "SELECT sum(price)::text AS it FROM book", "string | null"],
  ["that is summed in groups is present", "SELECT sum(price)::text AS it FROM book GROUP BY author_id", "string"],
  [
    "that is summed in groups under a FILTER may be missing",
    "SELECT sum(price) FILTER (WHERE id > 1)::text AS it FROM book GROUP BY author_id",
    "string | null",
  ],
  ["of coalesce with a present argument is present", "SELECT coalesce(pen_name, name) AS it FROM author", "string"],
  ["of CASE without ELSE may be missing", "SELECT CASE WHEN id > 1 THEN 'a' END AS it FROM author", '"a" | null'],
  ["of CASE is one of its constants", "SELECT CASE WHEN id > 1 THEN 'a' ELSE 'b' END AS it FROM author", '"a" | "b"'],
  [
    "of a CASE branch is present if its condition says so",
    "SELECT CASE WHEN pen_name IS NULL THEN name ELSE pen_name END AS it FROM author",
    "string",
  ],
  ["of nullif may be missing", "SELECT nullif(name, '') AS it FROM author", "string | null"],
  ["of a date that may be infinite may be missing", "SELECT to_char(now(), 'YYYY') AS it", "string | null"],
  ["of EXISTS is present", "SELECT EXISTS (SELECT FROM author) AS it", "boolean"],
  ["of a parameter may be missing", "SELECT $1::int AS it", "number | null"],
  [
    "of a UNION has the types of both parts",
    "SELECT name AS it FROM author UNION ALL SELECT pen_name FROM author",
    "string | null",
  ],
  [
    "of a recursive query is present if both parts have it",
    "WITH RECURSIVE up AS (SELECT 1 AS it UNION ALL SELECT it + 1 FROM up WHERE it < 3) SELECT it FROM up",
    "number",
  ],
  [
    "of a recursive query may be missing if one part allows it",
    "WITH RECURSIVE up (it) AS (SELECT 1 UNION ALL SELECT nullif(it, 2) FROM up) SELECT it FROM up",
    "number | null",
  ],
  [
    "of a writing CTE is what it returns",
    "WITH gone AS (DELETE FROM book RETURNING title) SELECT title AS it FROM gone",
    "string",
  ],
  [
    "of JSON built by the statement has its shape",
    "SELECT jsonb_build_object('id', id, 'pen', pen_name) AS it FROM author",
    "{ id: number; pen: string | null }",
  ],
  [
    "of a JSON list with a fallback is present",
    "SELECT coalesce((SELECT jsonb_agg(name) FROM author), '[]') AS it",
    "string[]",
  ],
  [
    "of a JSON row has its columns",
    "SELECT to_jsonb(x) AS it FROM (SELECT id, sold_at FROM book) x",
    "{ id: number; sold_at: string | null }",
  ],
  ["of an array of rows has their type", "SELECT ARRAY(SELECT name FROM author) AS it", "string[]"],
])("a value %s", async (_, text, type) => {
  expect(await rowOf(text)).toEqual({ it: type });
});

test.each<[string, string, readonly string[]]>([
  [
    "written into a NOT NULL column is required",
    "INSERT INTO author (id, name, pen_name, mood, kind) VALUES ($1, $2, $3, $4, $5)",
    ["number", "string", "string | null", '"glad" | "sad"', "string"],
  ],
  [
    "set in a NOT NULL column is required",
    "UPDATE book SET title = $1, sold_at = $2 WHERE id = $3",
    ["string", "Date | string | null", "bigint | number"],
  ],
  [
    "written by way of a query is required",
    `WITH given AS (SELECT $1::int AS id, $2::text AS pen_name) INSERT INTO author (id, name, pen_name, mood, kind)
       SELECT id, 'n', pen_name, 'glad', 'poet' FROM given`,
    ["number", "string | null"],
  ],
  [
    "whose elements are written has none that is NULL",
    `INSERT INTO author (id, name, mood, kind, pen_name) SELECT id, 'n', 'glad', 'poet', pen
       FROM unnest($1::int[], $2::text[]) AS t (id, pen)`,
    ["readonly number[]", "readonly (string | null)[]"],
  ],
  [
    "that every row is compared by is required",
    "SELECT 1 FROM book WHERE id = ANY ($1) AND sold_at < $2 AND title >= $3",
    ["readonly (bigint | number)[]", "Date | string", "string"],
  ],
  [
    "that is computed with is required",
    "UPDATE author SET name = upper($1) || $2::int::text, pen_name = lower($3), rank = $4 WHERE id = $5::int + 1",
    ["string", "number", "string", "string | null", "number"],
  ],
  ["that counts rows is required", "SELECT 1 FROM book LIMIT $1 OFFSET $2", ["bigint | number", "bigint | number"]],
  [
    "whose rows are read is required",
    "SELECT 1 FROM unnest($1::int[]) AS u CROSS JOIN jsonb_populate_recordset(NULL::author, $2) AS a",
    ["readonly (number | null)[]", "string"],
  ],
  [
    "whose rows are the side of an outer join is required",
    "SELECT 1 FROM book LEFT JOIN unnest($1::int[]) AS u ON true",
    ["readonly (number | null)[]"],
  ],
  [
    "whose rows an outer join may lack has no element that is NULL",
    "SELECT 1 FROM book b LEFT JOIN unnest($1::bigint[], $2::int[]) AS u (id, n) ON u.id = b.id WHERE coalesce(u.n, 0) > 1",
    ["readonly (bigint | number)[]", "readonly number[]"],
  ],
  [
    "whose elements are compared in an OR may have NULL among them",
    `SELECT 1 FROM book b JOIN unnest($1::bigint[], $2::text[]) AS u (id, t) ON u.id = b.id WHERE u.t <> b.title
       OR b.id = 1`,
    ["readonly (bigint | number)[]", "readonly (string | null)[]"],
  ],
  [
    "that a column is asked to differ from is required, one that it is asked to be like may be NULL",
    "SELECT 1 FROM author WHERE pen_name IS DISTINCT FROM $1 AND rank IS NOT DISTINCT FROM $2",
    ["string", "string | null"],
  ],
  ["whose rows are read from JSON is required", "SELECT 1 FROM jsonb_to_recordset($1) AS t (id int)", ["string"]],
  ["that is a condition is required", "SELECT 1 FROM book WHERE $1::boolean", ["boolean"]],
  [
    "whose elements are compared with has none that is NULL",
    "SELECT 1 FROM book WHERE $1::text[] IS NULL OR title = ANY ($1) OR sold_at <> ALL ($2)",
    ["readonly string[] | null", "readonly (Date | string)[]"],
  ],
  ["that is only compared is required, in an OR too", "SELECT 1 FROM book WHERE title = $1 OR price > 1", ["string"]],
  [
    "that joins the side of an outer join may be NULL",
    "SELECT 1 FROM book b LEFT JOIN author a ON a.name = $1",
    ["string | null"],
  ],
  [
    "that decides or is compared in a CASE is required, what it yields may be NULL",
    "UPDATE author SET pen_name = CASE WHEN $1::boolean OR name = $2 THEN $3 ELSE pen_name END",
    ["boolean", "string", "string | null"],
  ],
  [
    "that is compared and kept may be NULL",
    "UPDATE author SET pen_name = $1 WHERE name = $1 OR id = 1",
    ["string | null"],
  ],
  [
    "that is compared and kept in JSON may be NULL",
    "SELECT jsonb_build_object('a', t.a) FROM (SELECT $1::text AS a) AS t WHERE t.a = 'x' OR t.a = 'y'",
    ["string | null"],
  ],
  [
    "that is compared and kept with its row may be NULL",
    "SELECT to_jsonb(t) FROM (SELECT $1::text AS a) AS t WHERE t.a = 'x' OR t.a = 'y'",
    ["string | null"],
  ],
  [
    "whose comparison may be missing may be NULL",
    "SELECT 1 FROM book WHERE coalesce(title = $1, true)",
    ["string | null"],
  ],
  [
    "given to a function may be NULL if that asks for it",
    "SELECT 1 FROM book WHERE is_near($1, $2)",
    ["number", "number | null"],
  ],
  [
    "whose elements are written has none that is NULL if a constraint says so",
    "UPDATE book SET tags = $1, marks = $2",
    ["readonly string[]", "readonly (string | null)[]"],
  ],
  [
    "whose NULL is asked for may be NULL",
    "SELECT 1 FROM book WHERE title = $1 AND ($1::text IS NULL OR price > 1)",
    ["string | null"],
  ],
  [
    "whose NULL is asked for elsewhere may be NULL",
    "SELECT coalesce($1, 'a') FROM book WHERE title = $1",
    ["string | null"],
  ],
])("a parameter %s", async (_, text, values) => {
  expect((await describe(text)).values).toEqual(values);
});

test("a column declared present is checked for need and existence", async () => {
  expect((await describe("SELECT pen_name FROM author", ["pen_name"])).row).toEqual([
    { name: "pen_name", type: "string" },
  ]);
  await expect(describe("SELECT name FROM author", ["name"])).rejects.toThrow(
    /"name" is always present, which the database knows by itself/,
  );
  await expect(describe("SELECT name FROM author", ["nome"])).rejects.toThrow(
    /"nome" is always present, but has no such column/,
  );
});

test("a chain of WITH queries that each name the one before twice is described", async () => {
  const links = Array.from(
    { length: 30 },
    (_, index) => `link_${index + 1} AS (SELECT a.it FROM link_${index} a JOIN link_${index} b ON a.it = b.it)`,
  );
  const { row } = await describe(`WITH link_0 AS (SELECT name AS it FROM author), ${links} SELECT it FROM link_30`);
  expect(row).toEqual([{ name: "it", type: "string" }]);
});

test("a renamed column is reported", async () => {
  await client.query("SAVEPOINT renamed; ALTER TABLE author RENAME COLUMN name TO title");
  await expect(describe("SELECT name FROM author")).rejects.toThrow('column "name" does not exist');
  await client.query("ROLLBACK TO renamed");
});

test("types that node-postgres cannot read are refused", async () => {
  await expect(describe("SELECT array_agg(mood) AS moods FROM author")).rejects.toThrow("cast the array to text[]");
  await expect(describe("SELECT now() - now() AS ago")).rejects.toThrow("interval");
});
