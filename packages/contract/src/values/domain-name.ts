import { z } from "zod";
import { keptAs } from "./normal-form.ts";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** DNS names have at most 253 characters. The record that proves a domain adds this label in front of it. */
export const CHALLENGE_LABEL = "_fulmar-challenge";
const LONGEST = 253 - CHALLENGE_LABEL.length - 1;

const LONGEST_HOST = 253;

/**
 * How a host name must be written that is understood, but in a spelling that names are not compared in: as a sentence
 * without its subject. Undefined for any other text.
 * @param options.wildcard whether `*.example.com` is a name there
 */
export function hostSpelling(text: unknown, { wildcard = false } = {}): string | undefined {
  // The ASCII form of a long text takes long.
  if (typeof text !== "string" || text.length > LONGEST_HOST) return undefined;
  const name = text.replace(/\.$/, "");
  const isAscii = /^[\x21-\x7e]*$/.test(name);
  const address = `https://${name}`;
  if ((isAscii && name === text) || /[\s/?#@:\\[\]%]/.test(name) || !URL.canParse(address)) return undefined;
  const { hostname } = new URL(address);
  const plain = wildcard ? hostname.replace(/^\*\./, "") : hostname;
  if (!/^[a-z0-9-]+(?:\.[a-z0-9-]+)*$/.test(plain)) return undefined;
  return isAscii ? "must be written without the dot at its end" : `must be written in ASCII, as ${hostname}`;
}

/**
 * A host name of at least two labels (RFC 1123), in any case, stored in lower case. International names are sent in
 * their `xn--` form, and the refusal of another spelling says it.
 */
export const DomainName = keptAs(
  "lower",
  z
    .string()
    .min(1)
    .max(LONGEST)
    .toLowerCase()
    .refine((name) => name.includes(".") && name.split(".").every((label) => LABEL.test(label)), {
      error: ({ input }) => hostSpelling(input) ?? "must be a host name such as cdn.example.com",
    })
    .refine((name) => !/\.\d+$/.test(name), "must be a host name, not an IP address"),
);
