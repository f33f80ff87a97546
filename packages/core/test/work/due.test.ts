import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createTestDatabase } from "@fulmar/testkit";
import { expect, test } from "vitest";
import { DUE } from "../../src/work/due.ts";

test("what a column's default makes due is due in the same transaction, whatever the microsecond", async () => {
  const { database, drop } = await createTestDatabase();
  try {
    const { rows } = await database.pool.query(
      `SELECT count(*) FILTER (WHERE moment::timestamptz(3) > moment)::int AS rounded_up,
              count(*) FILTER (WHERE moment::timestamptz(3) > ${DUE.replace("now()", "moment")})::int AS missed
         FROM generate_series(0, 999) AS microsecond,
              LATERAL (SELECT date_trunc('second', now()) + microsecond * interval '1 microsecond' AS moment) m`,
    );
    expect(rows).toEqual([{ rounded_up: 500, missed: 0 }]);
  } finally {
    await drop();
  }
});

test("no claim of work compares the moment at which it is due with now() itself", () => {
  const src = join(import.meta.dirname, "../../../");
  const sources = ["core/src", "engine/src"].flatMap((folder) =>
    readdirSync(join(src, folder), { recursive: true, encoding: "utf8" })
      .filter((file) => file.endsWith(".ts"))
      .map((file) => join(folder, file)),
  );
  const claims = sources.flatMap((file) =>
    readFileSync(join(src, file), "utf8")
      .split("statement(")
      .filter((text) => text.includes("SKIP LOCKED"))
      .map((text) => ({ file, text })),
  );
  expect(claims.length).toBeGreaterThan(10);
  const early = /\b(run|due|check|apply|next)_at <= now\(\)(?! [-+])/;
  expect(claims.filter(({ text }) => early.test(text)).map(({ file }) => file)).toEqual([]);
});
