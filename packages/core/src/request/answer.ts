import type { Operation } from "@fulmar/contract";

/**
 * An operation's success. `body` is the JSON text that goes out; `replayed` says that it was given to this idempotency
 * key before.
 */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly nextCursor: string | null;
  readonly replayed: boolean;
}

/** Checks a handler's value against what the operation promises, and writes it down. */
export function answerOf(operation: Operation, value: unknown): Answer {
  const page = operation.list ? (value as { items: unknown; nextCursor: string | null }) : undefined;
  const output = operation.output.parse(page === undefined ? value : page.items);
  return {
    status: operation.success,
    body: JSON.stringify(output),
    nextCursor: page?.nextCursor ?? null,
    replayed: false,
  };
}
