import type { Sql } from "@fulmar/prisma";

/** By whose decision something is done at a site. */
export interface Decided {
  /** Why, for the trail of the organization that it concerns. Null by a command, which asks for no reason. */
  readonly reason: string | null;
  /**
   * Writes how it ended, in the transaction that does it: what is repeated finds it done.
   * @throws what takes the transaction back
   */
  settle(sql: Sql, outcome: string): Promise<void>;
}

/** By a command on the host, which prints how it ended. */
export const BY_COMMAND: Decided = { reason: null, settle: async () => undefined };
