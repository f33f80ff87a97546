import { z } from "zod";
import { hostBits, MAPPED, parseIpRange, type Range } from "../values/ip-network.ts";
import { keptAs, NORMAL_FORMS } from "../values/normal-form.ts";

/** An IPv4 or IPv6 range in CIDR notation. A single address becomes `/32` or `/128`, IPv6 its shortest spelling. */
export const IpRange = keptAs(
  "cidr",
  z
    .string()
    .max(49, { abort: true })
    .trim()
    .superRefine((text, context) => {
      const message = problemOf(text, parseIpRange(text));
      if (message !== undefined) context.addIssue({ code: "custom", message });
    })
    .overwrite(NORMAL_FORMS.cidr),
);

function problemOf(text: string, range: Range | undefined): string | undefined {
  if (range === undefined)
    return `must be addresses or ranges such as 203.0.113.7, 203.0.113.0/24 or 2001:db8::/32, but "${text}" is not`;
  if (range.value % 2n ** hostBits(range) !== 0n)
    return `must be ranges whose host bits are zero, such as 203.0.113.0/24, but those of "${text}" are not`;
  if (range.bits === 128 && range.value >> 32n === MAPPED)
    return `must give IPv4 addresses as IPv4, such as 203.0.113.7, but "${text}" does not`;
  return undefined;
}

export const MAX_IP_RANGES = 50;

/** The ranges that a token may be used from. If empty, any address. */
export const AllowedIpRanges = z.array(IpRange).max(MAX_IP_RANGES);
