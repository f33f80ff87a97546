import { type Sql, statement } from "@fulmar/prisma";

/** SQL of the installation's one currency (docs/adr/0115). Wallets and prices are compared without conversion. */
export const CURRENCY = "(SELECT currency FROM installation_settings)";

/** The same as a column that is always there. */
export const CURRENCY_COLUMN = `${CURRENCY} AS currency`;

const read = statement("currency_read", "SELECT currency FROM installation_settings");

/** The installation's currency, for what no statement compares. */
export async function readCurrency(sql: Sql): Promise<string> {
  return (await sql.one(read)).currency;
}
