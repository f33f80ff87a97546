import type pg from "pg";
import { analyse } from "./analysis.ts";
import { readCatalog } from "./catalog.ts";
import { type DeclaredStatement, declaredStatements } from "./declared-statements.ts";
import { describeStatement, privilegesNeeded, type StatementDescription } from "./describe-statement.ts";

export interface DescribedStatement extends DeclaredStatement, StatementDescription {
  /** The privileges that whoever sends it needs, such as `vm UPDATE`. */
  readonly privileges: readonly string[];
}

export interface Descriptions {
  readonly statements: readonly DescribedStatement[];
  /** The tables of the schema `public`. */
  readonly tables: readonly string[];
}

/**
 * Describes all statements of the programs.
 * @param client in a transaction, of a database with all migrations
 * @throws a sentence for each statement that does not fit the schema
 */
export async function describeAll(client: pg.ClientBase): Promise<Descriptions> {
  const catalog = await readCatalog(client);
  const declared = await declaredStatements();
  const analyses = await analyse(
    client,
    declared.map(({ text }) => text),
  );
  const statements: DescribedStatement[] = [];
  const failures: string[] = [];
  for (const [index, statement] of declared.entries()) {
    try {
      const analysis = analyses[index];
      if (analysis === undefined || analysis instanceof Error) throw analysis;
      const description = describeStatement(analysis, statement, catalog);
      statements.push({ ...statement, ...description, privileges: privilegesNeeded(analysis, catalog) });
    } catch (error) {
      failures.push(
        `The statement ${statement.name} of ${statement.file} does not fit the schema: ` +
          `${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }
  if (failures.length > 0) throw new Error(failures.join("\n"));
  return { statements, tables: [...catalog.tables.values()] };
}
