import { uriEncode } from "@fulmar/core/s3-signing";
import { S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import type { RoutingRule } from "./website-configuration.ts";

export const REDIRECT_LOCATION = "x-amz-website-redirect-location";
const LONGEST_LOCATION = 2048;

/** Where a website's answers are: `http://host:port`, without a slash at the end. */
export interface Origin {
  readonly protocol: "http" | "https";
  readonly host: string;
}

/** The first rule for a key. @param status the status that the answer would have; undefined before the object is read */
export function ruleFor(rules: readonly RoutingRule[], key: string, status?: number): RoutingRule | undefined {
  return rules.find(({ prefix, errorCode }) => key.startsWith(prefix) && errorCode === (status ?? null));
}

/** The URL that a rule leads to. */
export function locationOf(rule: RoutingRule, key: string, origin: Origin): string {
  const { prefix, replaceKey, replacePrefix } = rule;
  const renamed = replacePrefix === null ? (replaceKey ?? key) : replacePrefix + key.slice(prefix.length);
  return urlOf({ protocol: rule.protocol ?? origin.protocol, host: rule.host ?? origin.host }, renamed);
}

/**
 * An absolute URL, so that a key that begins with a slash cannot name another host. The key is percent-encoded, so it
 * cannot end the header.
 */
export function urlOf({ protocol, host }: Origin, key: string): string {
  return `${protocol}://${host}/${key.split("/").map(uriEncode).join("/")}`;
}

/** The page that a website shows in place of an object (AWS: Configuring a webpage redirect). @throws S3Error */
export function redirectLocationIn(request: S3Request): string | undefined {
  const location = header(request, REDIRECT_LOCATION);
  if (location === undefined || location === "") return undefined;
  if (!/^(\/|https?:\/\/)[\x21-\x7e]*$/.test(location) || location.length > LONGEST_LOCATION)
    throw new S3Error(
      "InvalidRedirectLocation",
      `${REDIRECT_LOCATION} must begin with /, http:// or https:// and have at most ${LONGEST_LOCATION} characters, ` +
        "percent-encoded.",
    );
  return location;
}
