import { FulmarConnectionError, FulmarError, FulmarOperationError } from "@fulmar/sdk";
import { CommanderError } from "commander";

/** The command line, or the configuration, is not valid. The message says what to type. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

/** There is no such region, or no such address of a VM. */
export class NotFoundError extends Error {
  override readonly name = "NotFoundError";
}

/** The file was uploaded, but no image could be made of it. */
export class ImageFailed extends Error {
  override readonly name = "ImageFailed";
}

/** A terminal did not open, or ended before its shell. */
export class TerminalError extends Error {
  override readonly name = "TerminalError";
}

/** The exit codes (docs/cli.md). */
export const EXIT = {
  failed: 1,
  usage: 2,
  forbidden: 3,
  notFound: 4,
  conflict: 5,
  billing: 6,
  unavailable: 7,
  operation: 8,
  connection: 9,
} as const;

const EXIT_OF_STATUS: Readonly<Record<number, number>> = {
  400: EXIT.usage,
  401: EXIT.forbidden,
  402: EXIT.billing,
  403: EXIT.forbidden,
  404: EXIT.notFound,
  409: EXIT.conflict,
  429: EXIT.unavailable,
  503: EXIT.unavailable,
};

export function exitCodeOf(error: unknown): number {
  if (error instanceof FulmarError) return EXIT_OF_STATUS[error.status] ?? EXIT.failed;
  if (error instanceof FulmarOperationError || error instanceof ImageFailed) return EXIT.operation;
  if (error instanceof FulmarConnectionError || error instanceof TerminalError) return EXIT.connection;
  if (error instanceof NotFoundError) return EXIT.notFound;
  if (error instanceof UsageError) return EXIT.usage;
  return error instanceof CommanderError && error.exitCode === 0 ? 0 : EXIT.failed;
}

/** The error in a line, with a line for each field or resource that the API names. */
export function linesOf(error: unknown): string[] {
  if (error instanceof FulmarError) {
    if (error.approval !== null)
      return [`A person must approve this first: ${error.approval.url} (${error.approval.id}). Nothing was changed.`];
    return [
      `${error.detail} (${[error.code, error.requestId && `request ${error.requestId}`].filter(Boolean).join(", ")})`,
      ...error.errors.map(({ field, message }) => `  ${field || "body"} ${message}`),
      ...error.blockers.map(({ type, id, name }) =>
        name === undefined ? `  ${type} ${id}` : `  ${type} ${name} (${id})`,
      ),
    ];
  }
  return [error instanceof Error ? error.message : String(error)];
}
