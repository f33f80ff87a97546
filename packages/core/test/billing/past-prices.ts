import type { Database } from "@fulmar/prisma";

const TABLES = ["price", "price_book_discount", "price_book_assignment", "tax_rate"] as const;

/** Writes prices of hours that have begun, which nobody else can, so that tests have a clock of their own. */
export async function writePast(database: Database, text: string, values: readonly unknown[] = []): Promise<void> {
  const client = await database.pool.connect();
  try {
    await client.query("BEGIN");
    for (const table of TABLES) await client.query(`ALTER TABLE ${table} DISABLE TRIGGER ${table}_past`);
    await client.query(text, [...values]);
    for (const table of TABLES) await client.query(`ALTER TABLE ${table} ENABLE TRIGGER ${table}_past`);
    await client.query("COMMIT");
  } catch (error) {
    await client.query("ROLLBACK");
    throw error;
  } finally {
    client.release();
  }
}

/** A price of a product from a past hour on. */
export function priceFrom(
  database: Database,
  sku_code: string,
  valid_from: string,
  price: { readonly hourly: string | null; readonly cap?: string; readonly free?: string },
  book_id = "standard",
): Promise<void> {
  return writePast(
    database,
    `INSERT INTO price (book_id, sku_code, valid_from, hourly_price, monthly_cap, free_quantity)
     VALUES ($1, $2, $3, $4, $5, $6)`,
    [book_id, sku_code, valid_from, price.hourly, price.cap ?? null, price.free ?? null],
  );
}

/** The tax rate of a country from a past day on. */
export function taxFrom(database: Database, country: string, valid_from: string, percent: string, reverse = false) {
  return writePast(
    database,
    `INSERT INTO tax_rate (rate_id, country, valid_from, name, percent, reverse_charge)
     VALUES ('txr_' || $1 || $2, $1, $2::date, 'VAT', $3, $4)`,
    [country, valid_from, percent, reverse],
  );
}
