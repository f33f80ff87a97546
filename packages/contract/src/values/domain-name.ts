import { z } from "zod";

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** DNS names have at most 253 characters. The record that proves a domain adds this label in front of it. */
export const CHALLENGE_LABEL = "_fulmar-challenge";
const LONGEST = 253 - CHALLENGE_LABEL.length - 1;

/**
 * A host name of at least two labels (RFC 1123), in any case, stored in lower case. International names are sent in
 * their `xn--` form.
 */
export const DomainName = z
  .string()
  .min(1)
  .max(LONGEST)
  .toLowerCase()
  .refine(
    (name) => name.includes(".") && name.split(".").every((label) => LABEL.test(label)),
    "must be a host name such as cdn.example.com",
  )
  .refine((name) => !/\.\d+$/.test(name), "must be a host name, not an IP address");
