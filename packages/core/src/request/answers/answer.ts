import type { Operation } from "@fulmar/contract";

/**
 * The successful answer of an operation. `body` is the JSON text to send. `replayed` is true if this idempotency key
 * was already answered with it.
 */
export interface Answer {
  readonly status: number;
  readonly body: string;
  readonly nextCursor: string | null;
  readonly replayed: boolean;
}

/** Checks a handler's value against the operation's output schema and serializes it. */
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
