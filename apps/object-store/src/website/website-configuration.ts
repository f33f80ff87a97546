import { z } from "zod";
import { S3Error } from "../protocol/s3-error.ts";
import { childOf, document, textOf, type XmlChildren, type XmlElement } from "../protocol/xml.ts";

const MOST_RULES = 50;
const LONGEST_KEY_BYTES = 1024;
const HOST = /^[A-Za-z0-9](?:[A-Za-z0-9.-]{0,253}[A-Za-z0-9])?(?::\d{1,5})?$/;
const REDIRECT_CODES = [301, 302, 303, 307, 308];

const Target = { host: z.string().nullable(), protocol: z.enum(["http", "https"]).nullable() };
const RoutingRule = z.strictObject({
  /** When it applies: to keys with the prefix, and if there is a code, where the answer would have that status. */
  prefix: z.string(),
  errorCode: z.number().nullable(),
  ...Target,
  code: z.number(),
  /** The new key, or its new prefix. At most one of them. */
  replaceKey: z.string().nullable(),
  replacePrefix: z.string().nullable(),
});
export type RoutingRule = z.infer<typeof RoutingRule>;

/** The website of a bucket (AWS: PutBucketWebsite): pages with redirects, or one redirect of everything. */
export const Website = z.union([
  z.strictObject({ redirectAll: z.strictObject({ ...Target, host: z.string() }) }),
  z.strictObject({ index: z.string(), error: z.string().nullable(), rules: z.array(RoutingRule) }),
]);
export type Website = z.infer<typeof Website>;

/** @throws S3Error for a document that is no WebsiteConfiguration */
export function readWebsite(body: XmlElement): Website {
  if (body.name !== "WebsiteConfiguration")
    throw new S3Error("MalformedXML", "The body must be a WebsiteConfiguration.");
  const all = childOf(body, "RedirectAllRequestsTo");
  if (all !== undefined) {
    if (body.children.length > 1)
      throw new S3Error("InvalidArgument", "RedirectAllRequestsTo cannot be combined with documents or rules.");
    const { host, protocol } = targetOf(all);
    if (host === null) throw new S3Error("MalformedXML", "RedirectAllRequestsTo must have a HostName.");
    return { redirectAll: { host, protocol } };
  }
  const index = childText(childOf(body, "IndexDocument"), "Suffix");
  if (index === null || index === "" || index.includes("/"))
    throw new S3Error("InvalidArgument", "The IndexDocument must have a Suffix without a slash.");
  const error = childText(childOf(body, "ErrorDocument"), "Key");
  if (error === "") throw new S3Error("InvalidArgument", "The Key of the ErrorDocument must not be empty.");
  const rules = (childOf(body, "RoutingRules")?.children ?? []).map(ruleOf);
  if (rules.length > MOST_RULES)
    throw new S3Error("InvalidRequest", `There can be at most ${MOST_RULES} RoutingRules.`);
  return { index, error, rules };
}

function ruleOf(rule: XmlElement): RoutingRule {
  const [condition, redirect] = [childOf(rule, "Condition"), childOf(rule, "Redirect")];
  if (rule.name !== "RoutingRule" || redirect === undefined)
    throw new S3Error("MalformedXML", "RoutingRules must have RoutingRules, each with a Redirect.");
  const errorCode = childText(condition, "HttpErrorCodeReturnedEquals");
  if (errorCode !== null && !/^[45]\d\d$/.test(errorCode))
    throw new S3Error("InvalidRequest", "HttpErrorCodeReturnedEquals must be a status from 400 to 599.");
  const code = Number(childText(redirect, "HttpRedirectCode") ?? 301);
  if (!REDIRECT_CODES.includes(code))
    throw new S3Error("InvalidRequest", `HttpRedirectCode must be one of ${REDIRECT_CODES.join(", ")}.`);
  const [replaceKey, replacePrefix] = [
    childText(redirect, "ReplaceKeyWith"),
    childText(redirect, "ReplaceKeyPrefixWith"),
  ];
  if (replaceKey !== null && replacePrefix !== null)
    throw new S3Error("InvalidRequest", "A Redirect can have ReplaceKeyWith or ReplaceKeyPrefixWith, not both.");
  return {
    prefix: childText(condition, "KeyPrefixEquals") ?? "",
    errorCode: errorCode === null ? null : Number(errorCode),
    ...targetOf(redirect),
    ...{ code, replaceKey, replacePrefix },
  };
}

function targetOf(element: XmlElement): Pick<RoutingRule, "host" | "protocol"> {
  const [host, protocol] = [childText(element, "HostName"), childText(element, "Protocol")];
  if (host !== null && !HOST.test(host)) throw new S3Error("InvalidRequest", "HostName must be the name of a host.");
  if (protocol !== null && protocol !== "http" && protocol !== "https")
    throw new S3Error("InvalidRequest", "Protocol must be http or https.");
  return { host, protocol };
}

/** The text of a child; null without it. @throws S3Error for text that no key could have */
function childText(element: XmlElement | undefined, name: string): string | null {
  const text = element && textOf(element, name);
  if (text === undefined) return null;
  if (Buffer.byteLength(text) > LONGEST_KEY_BYTES || text.includes("\0"))
    throw new S3Error("InvalidArgument", `${name} must have at most ${LONGEST_KEY_BYTES} bytes, without NUL.`);
  return text;
}

export function websiteXml(website: Website): string {
  return document("WebsiteConfiguration", contentOf(website));
}

function contentOf(website: Website): XmlChildren {
  if ("redirectAll" in website) return { RedirectAllRequestsTo: targetXml(website.redirectAll) };
  const { index, error, rules } = website;
  return {
    IndexDocument: { Suffix: index },
    ErrorDocument: error === null ? undefined : { Key: error },
    RoutingRules: rules.length === 0 ? undefined : { RoutingRule: rules.map(ruleXml) },
  };
}

function ruleXml({ prefix, errorCode, code, replaceKey, replacePrefix, ...target }: RoutingRule): XmlChildren {
  const condition = { KeyPrefixEquals: prefix || undefined, HttpErrorCodeReturnedEquals: errorCode ?? undefined };
  return {
    Condition: prefix === "" && errorCode === null ? undefined : condition,
    Redirect: {
      ...targetXml(target),
      HttpRedirectCode: code,
      ReplaceKeyWith: replaceKey ?? undefined,
      ReplaceKeyPrefixWith: replacePrefix ?? undefined,
    },
  };
}

function targetXml({ host, protocol }: Pick<RoutingRule, "host" | "protocol">): XmlChildren {
  return { HostName: host ?? undefined, Protocol: protocol ?? undefined };
}
