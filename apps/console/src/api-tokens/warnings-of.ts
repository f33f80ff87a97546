import { ALL_SCOPES, ipRangeSize } from "@fulmar/contract";

/** The properties that warnings depend on. Scopes are absent if they are not being chosen. */
export interface TokenDraft {
  readonly name: string;
  readonly scopes: readonly string[];
  readonly everywhere: boolean;
  readonly expiresAt: string | null;
  readonly ranges: readonly string[];
}

const YEAR_MS = 366 * 24 * 3600 * 1000;
/** The prefixes of tokens of well-known services, including ours. */
const TOKEN_BEGINNINGS =
  /(^|[^A-Za-z0-9])(svc_(dev|prod)_key_|gh[pousr]_|github_pat_|glpat-|sk[-_](live|test|ant|proj)|xox[abp]-|AKIA[A-Z0-9]{8}|eyJ[A-Za-z0-9_-]{8})/;
/** Ranges with shorter prefixes contain more addresses than an office or a cluster has. */
const WIDE = { 32: 8, 128: 16 } as const;

/** Warnings to consider before creating such a token, as sentences. */
export function warningsOf(draft: TokenDraft): readonly string[] {
  return [nameWarning(draft.name), reachWarning(draft), ...draft.ranges.map(rangeWarning)].filter(
    (warning) => warning !== null,
  );
}

function nameWarning(name: string): string | null {
  if (!looksLikeSecret(name)) return null;
  return (
    "The name looks like a secret. Names are shown to everybody in the organization and are kept in the " +
    "audit trail: if it is one, take it out, and replace it where it is used."
  );
}

function looksLikeSecret(name: string): boolean {
  return (
    TOKEN_BEGINNINGS.test(name) ||
    name.split(/[^A-Za-z0-9]/).some((run) => run.length >= 20 && /\d/.test(run) && /[A-Za-z]/.test(run))
  );
}

function reachWarning({ scopes, everywhere, expiresAt }: TokenDraft): string | null {
  if (expiresAt === null && everywhere && scopes.length === ALL_SCOPES.length) {
    return (
      "This token has full access to every workspace and never expires, and so does anyone who finds it. " +
      "Limit its scopes or workspaces, or set an expiry."
    );
  }
  if (expiresAt === null)
    return "A token that never expires is easily forgotten. Set an expiry, or rotate it regularly.";
  if (Date.parse(expiresAt) - Date.now() > YEAR_MS)
    return (
      "It is valid for more than a year. A shorter lifetime limits the damage of a leak; a token can be " +
      "rotated at any time."
    );
  return null;
}

function rangeWarning(range: string): string | null {
  const size = ipRangeSize(range);
  if (size === undefined) return null;
  if (size.prefixLength === 0)
    return `${range} holds every ${size.bits === 32 ? "IPv4" : "IPv6"} address, so it restricts nothing.`;
  return size.prefixLength < WIDE[size.bits] ? `${range} holds very many addresses. Is that intended?` : null;
}
