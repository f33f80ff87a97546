import { ConfigurationError } from "@fulmar/config";
import { DomainError } from "@fulmar/core/operator";
import { DatabaseUnusable } from "./database-unusable.ts";
import { UsageError } from "./usage-error.ts";

/** Why a command did nothing, in one line. */
export function failureSentence(error: unknown): string {
  const meant = [UsageError, ConfigurationError, DomainError, DatabaseUnusable].some((kind) => error instanceof kind);
  const text = error instanceof Error ? error.message : String(error);
  const line = text.trim().replaceAll(/\s*\n\s*/g, " ");
  return meant ? line : `The command failed: ${line}`;
}
