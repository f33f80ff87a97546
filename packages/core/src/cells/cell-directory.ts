import type { Cell, Cells } from "@fulmar/config";
import { type Sql, statement } from "@fulmar/prisma";
import { DomainError } from "../request/domain-error.ts";
import { countAttempt } from "../request/door/attempt-limit.ts";
import { askCell, type Knowledge, lotOf, questionOfCell } from "./ask-cell.ts";

const know = statement(
  "cell_know",
  `SELECT EXISTS (SELECT FROM "user" WHERE email = $email) AS account,
          EXISTS (SELECT FROM invitation
                   WHERE email = $email AND accepted_at IS NULL AND expires_at > now()) AS invited`,
);

/**
 * The cell of an e-mail address. The directory is what the cells know themselves: the one that is asked looks at its
 * own accounts, then asks the others (docs/adr/0095).
 */
export class CellDirectory {
  readonly #sql: Sql;
  readonly #cells: Cells;

  constructor(sql: Sql, cells: Cells) {
    this.#sql = sql;
    this.#cells = cells;
  }

  /** The other cells. */
  get others(): readonly Cell[] {
    return this.#cells.all.filter(({ name }) => name !== this.#cells.own);
  }

  /**
   * Where somebody signs in or asks for a new password. An address that no cell knows has a cell too, always the same,
   * so that the answer does not say whether there is an account.
   * @returns undefined: here
   * @throws DomainError 429; 503 if no cell that answers knows the address, and some do not answer
   */
  async ofAccount(email: string, sourceIp: string | undefined): Promise<Cell | undefined> {
    const here = await this.#knowledge(email);
    if (here.account) return undefined;
    await countAttempt(this.#sql, { what: "cell", account: undefined, sourceIp });
    const { all } = this.#cells;
    return this.#other((await this.#find(email, here)) ?? all[lotOf(this.#cells, email) % all.length]?.name);
  }

  /**
   * Where an account is made for an address that a sign-in provider has verified: where it is invited or has one, or
   * else here if this cell is open.
   * @returns undefined: here
   * @throws DomainError 503 if no cell that answers knows the address, and some do not answer
   */
  async ofNewAccount(email: string): Promise<Cell | undefined> {
    const here = await this.#knowledge(email);
    if (here.invited) return undefined;
    const { own, open } = this.#cells;
    return this.#other((await this.#find(email, here)) ?? (open.includes(own) ? own : open[0]));
  }

  /**
   * Answers another cell.
   * @param input unchecked, as it came
   * @throws DomainError 400, 403 if the question was not signed with the key of the cells
   */
  async answer(input: unknown): Promise<Knowledge> {
    return this.#knowledge(questionOfCell(this.#cells, input));
  }

  /** @returns the name of the cell, or undefined if all answer and none knows the address */
  async #find(email: string, here: Knowledge): Promise<string | undefined> {
    const asked = await Promise.all(
      this.others.map(async (cell) => ({
        name: cell.name,
        // Why a cell does not answer is for the operator: the doctor asks it too, and says so.
        knowledge: await askCell(this.#cells, cell, email).catch(() => undefined),
      })),
    );
    const known = asked.find(({ knowledge }) => knowledge?.account);
    if (known !== undefined) return known.name;
    if (here.invited) return this.#cells.own;
    const invited = asked.find(({ knowledge }) => knowledge?.invited);
    if (invited !== undefined) return invited.name;
    const silent = asked.filter(({ knowledge }) => knowledge === undefined).map(({ name }) => name);
    if (silent.length === 0) return undefined;
    throw new DomainError(
      "unavailable",
      `No cell that answers knows this address, and ${silent.join(" and ")} does not answer; ` +
        "check the address, or try again in a minute.",
      { code: "cell_unavailable" },
    );
  }

  #other(name: string | undefined): Cell | undefined {
    return this.others.find((cell) => cell.name === name);
  }

  #knowledge(email: string): Promise<Knowledge> {
    return this.#sql.one(know, { email });
  }
}
