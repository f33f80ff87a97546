import { type RowOf, type Sql, statement } from "@fulmar/prisma";
import { DUE } from "../../work/due.ts";
import { inTurn } from "../../work/fair-share.ts";

const due = statement(
  "bucket_move_due",
  `SELECT m.move_id, m.workspace_id, m.bucket_id, m.bucket_name, m.from_region, m.to_region, m.from_backend::text,
          m.to_backend::text, m.step, m.cancelling,
          m.position, m.passes, m.changed, m.attempts, m.started_at, b.versioning::text, b.bucket_lock_enabled
     FROM bucket_move m JOIN bucket b ON b.workspace_id = m.workspace_id AND b.bucket_id = m.bucket_id
     JOIN workspace o ON o.workspace_id = m.workspace_id
    WHERE m.ended_at IS NULL AND m.next_at <= ${DUE} ORDER BY ${inTurn("o.organization_id", "m.next_at")}`,
);

/** A move that is not at its end, with what decides how its bucket's versions are copied. */
export type Move = RowOf<typeof due>;
export type MoveStep = Move["step"];

export function dueMoves(sql: Sql): Promise<Move[]> {
  return sql.query(due);
}

// A switch is the point of no return: what an operator asks for later comes too late.
const step = statement(
  "bucket_move_step",
  `UPDATE bucket_move
      SET step = $step, position = NULL, changed = 0, attempts = 0, error_message = NULL, next_at = now()
    WHERE move_id = $move_id AND ended_at IS NULL`,
);

const progress = statement(
  "bucket_move_progress",
  `UPDATE bucket_move SET position = $position, changed = changed + $changed::bigint, copied = copied + $copied::bigint,
          copied_bytes = copied_bytes + $copied_bytes::bigint, other_etags = other_etags + $other_etags::bigint,
          attempts = 0, error_message = NULL
    WHERE move_id = $move_id RETURNING cancelling`,
);

const passed = statement(
  "bucket_move_passed",
  `WITH was AS (SELECT changed FROM bucket_move WHERE move_id = $move_id)
   UPDATE bucket_move SET position = NULL, passes = passes + 1, changed = 0 FROM was WHERE move_id = $move_id
RETURNING was.changed`,
);

const wrong = statement(
  "bucket_move_wrong",
  "UPDATE bucket_move SET wrong_copies = wrong_copies + $copies::bigint WHERE move_id = $move_id",
);

const later = statement(
  "bucket_move_later",
  `UPDATE bucket_move
      SET attempts = attempts + 1, error_message = $error_message,
          next_at = now() + $in_ms::int * interval '1 millisecond' WHERE move_id = $move_id`,
);

const ended = statement(
  "bucket_move_end",
  `UPDATE bucket_move SET ended_at = now(), outcome = $outcome, error_message = $error_message
    WHERE move_id = $move_id AND ended_at IS NULL`,
);

const forget = statement("bucket_move_forget", "DELETE FROM bucket_move_version WHERE move_id = $move_id");

/** The changes of a batch of keys in the target. */
export interface Progress {
  readonly copied: number;
  readonly bytes: number;
  readonly removed: number;
  readonly otherEtags: number;
}

/** Writes how far a move is. */
export class MoveRow {
  readonly #sql: Sql;
  readonly #moveId: string;

  constructor(sql: Sql, moveId: string) {
    this.#sql = sql;
    this.#moveId = moveId;
  }

  async goTo(next: MoveStep): Promise<void> {
    await this.#sql.query(step, { move_id: this.#moveId, step: next });
  }

  /** @returns whether an operator has given the move up */
  async advance(position: string | null, { copied, bytes, removed, otherEtags }: Progress): Promise<boolean> {
    const row = await this.#sql.maybe(progress, {
      move_id: this.#moveId,
      position,
      changed: BigInt(copied + removed),
      copied: BigInt(copied),
      copied_bytes: BigInt(bytes),
      other_etags: BigInt(otherEtags),
    });
    return row?.cancelling === true;
  }

  /** Ends a pass. The next begins at the first key. @returns how much it has changed */
  async endPass(): Promise<number> {
    const row = await this.#sql.maybe(passed, { move_id: this.#moveId });
    return Number(row?.changed ?? 0);
  }

  async countWrong(copies: number): Promise<void> {
    if (copies > 0) await this.#sql.query(wrong, { move_id: this.#moveId, copies: BigInt(copies) });
  }

  async tryLater(sentence: string, inMs: number): Promise<void> {
    await this.#sql.query(later, { move_id: this.#moveId, error_message: sentence, in_ms: inMs });
  }

  async end(outcome: "done" | "cancelled" | "failed", sentence: string | null): Promise<void> {
    await this.#sql.query(forget, { move_id: this.#moveId });
    await this.#sql.query(ended, { move_id: this.#moveId, outcome, error_message: sentence });
  }
}
