import type { Configuration } from "@fulmar/config";

const HIDDEN = "…";

/** What looks like a secret wherever it stands: logins of URLs, keys and certificates' keys, and tokens of Fulmar. */
const PATTERNS = [
  [/\/\/[^/\s@]+@/g, `//${HIDDEN}@`],
  [/-----BEGIN [A-Z ]*PRIVATE KEY-----[\s\S]*?(-----END [A-Z ]*PRIVATE KEY-----|$)/g, HIDDEN],
  [/\bsvc_(dev|prod)_\w{16,}/g, HIDDEN],
  [/\b(password|secret|token|key)=("[^"]*"|[^\s,;)&]+)/gi, `$1=${HIDDEN}`],
] as const;

/** A text that may have come from anywhere, such as the error of a server, without what looks like a secret. */
export function withoutSecrets(text: string): string {
  return PATTERNS.reduce((left, [pattern, instead]) => left.replaceAll(pattern, instead), text);
}

/** The same, and without the secrets of this process. */
export function withoutOwnSecrets(
  text: string,
  { secrets, masterKey, databaseUrl, workerUrl, ownerUrl, billingUrl, mail }: Configuration,
): string {
  const urls = [databaseUrl, workerUrl, ownerUrl, billingUrl, mail.delivery === "smtp" ? mail.smtpUrl : undefined];
  const passwords = urls.flatMap((url) => (url === undefined ? [] : [decodeURIComponent(new URL(url).password)]));
  const own = [...secrets, masterKey, ...passwords].filter((value) => value !== undefined && value.length >= 8);
  return withoutSecrets(own.reduce<string>((left, value) => left.replaceAll(String(value), HIDDEN), text));
}
