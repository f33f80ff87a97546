import type { GivenValues, Sql, Statement, StatementName } from "@fulmar/prisma";

/**
 * Runs a few statements at a time. The others wait for their turn, first come, first served, and take no connection
 * meanwhile. Who asks for page after page gets one page a round, as everyone else does.
 * @param atOnce how many run at a time
 */
export function inTurn(sql: Sql, atOnce: number): Sql {
  const waiting: (() => void)[] = [];
  let running = 0;

  async function turn(): Promise<void> {
    if (running < atOnce) running += 1;
    else await new Promise<void>((begin) => waiting.push(begin));
  }

  function end(): void {
    const next = waiting.shift();
    // The next one takes this turn over.
    if (next === undefined) running -= 1;
    else next();
  }

  return {
    async query<Name extends StatementName>(statement: Statement<Name>, ...values: GivenValues<Name>) {
      await turn();
      try {
        return await sql.query(statement, ...values);
      } finally {
        end();
      }
    },
  };
}
