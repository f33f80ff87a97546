import { z } from "zod";
import { Moment } from "../kernel/moment.ts";
import { MOST_VALUE_BYTES } from "./secret-states.ts";

const MOST_BASE64_CHARACTERS = Math.ceil(MOST_VALUE_BYTES / 3) * 4;

/**
 * What a secret is asked for by: parts of letters, digits, `.`, `_` and `-`, joined by single slashes, as in
 * `payments/stripe/api-key`.
 */
export const SecretKey = z
  .string()
  .min(1)
  .max(255)
  .regex(
    /^[A-Za-z0-9_][A-Za-z0-9._-]*(\/[A-Za-z0-9_][A-Za-z0-9._-]*)*$/,
    "must consist of letters, digits, '.', '_' and '-', with single slashes between parts",
  );

/** How bytes are written in JSON: text as it is, anything else in base64 (RFC 4648, section 4, with padding). */
export const SecretEncoding = z.enum(["utf8", "base64"]);
export type SecretEncoding = z.infer<typeof SecretEncoding>;

/** A value and how it is written. The two belong together: `fitsItsEncoding` checks them as one. */
export const valueFields = {
  value: z.string().min(1).max(MOST_BASE64_CHARACTERS),
  encoding: SecretEncoding.default("utf8"),
};

interface WrittenValue {
  readonly value: string;
  readonly encoding: SecretEncoding;
}

/** Whether the text is what its encoding says, written in the one way that it comes back in. */
export function fitsItsEncoding({ value, encoding }: WrittenValue): boolean {
  return (
    encoding === "utf8" ||
    (/^[A-Za-z0-9+/]+={0,2}$/.test(value) && value.length % 4 === 0 && btoa(atob(value)) === value)
  );
}

/**
 * Whether the value's bytes are few enough. Base64 is measured by its length alone: this is asked of any text, however
 * long and wrong.
 */
export function isSmallEnough({ value, encoding }: WrittenValue): boolean {
  if (encoding === "base64") return (value.length / 4) * 3 - paddingOf(value) <= MOST_VALUE_BYTES;
  return new TextEncoder().encode(value).length <= MOST_VALUE_BYTES;
}

function paddingOf(base64: string): number {
  if (base64.endsWith("==")) return 2;
  return base64.endsWith("=") ? 1 : 0;
}

/** When a secret stops being handed out. */
export const ExpiresAt = Moment;
