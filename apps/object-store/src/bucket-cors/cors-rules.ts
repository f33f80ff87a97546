import { CorsMethod } from "@fulmar/contract";
import { matches, type Steps, TooManySteps } from "@fulmar/contract/bucket-policy";
import type { CorsRules } from "@fulmar/core/object-store";
import { S3Error } from "../protocol/s3-error.ts";
import { document, textOf, type XmlElement } from "../protocol/xml.ts";

const MOST_RULES = 100;
/** As in the public API. */
const MOST_VALUES = 100;
const LONGEST_VALUE = 255;
const LONGEST_AGE = 999_999_999;

/** @throws S3Error for a document that is no CORSConfiguration */
export function readCors(body: XmlElement): CorsRules {
  if (body.name !== "CORSConfiguration") throw new S3Error("MalformedXML", "The body must be a CORSConfiguration.");
  const rules = body.children.filter(({ name }) => name === "CORSRule").map(ruleOf);
  if (rules.length === 0 || rules.length > MOST_RULES)
    throw new S3Error("MalformedXML", `A CORSConfiguration must have 1 to ${MOST_RULES} CORSRules.`);
  return rules;
}

function ruleOf(rule: XmlElement): CorsRules[number] {
  const all = (name: string) => rule.children.filter((child) => child.name === name).map(({ text }) => text.trim());
  const [origins, asked, headers] = [all("AllowedOrigin"), all("AllowedMethod"), all("AllowedHeader")];
  const exposes = all("ExposeHeader");
  if (origins.length === 0 || asked.length === 0)
    throw new S3Error("MalformedXML", "A CORSRule must have an AllowedOrigin and an AllowedMethod.");
  const methods = asked.map((method) => {
    const { data } = CorsMethod.safeParse(method);
    if (data !== undefined) return data;
    throw new S3Error("InvalidRequest", `The method "${method}" must be one of ${CorsMethod.options.join(", ")}.`);
  });
  for (const values of [origins, headers, exposes])
    if (values.length > MOST_VALUES || values.some((value) => value.length > LONGEST_VALUE))
      throw new S3Error(
        "InvalidRequest",
        `A CORSRule must have at most ${MOST_VALUES} origins and as many headers, of at most ${LONGEST_VALUE} ` +
          "characters each.",
      );
  const wild = [...origins, ...headers].find((pattern) => pattern.split("*").length > 2);
  if (wild !== undefined) throw new S3Error("InvalidRequest", `"${wild}" must have at most one *.`);
  const line = [...origins, ...headers, ...exposes].find((value) => !/^[\x20-\x7e]+$/.test(value));
  if (line !== undefined) throw new S3Error("InvalidRequest", "Origins and headers must be one line of ASCII text.");
  const age = textOf(rule, "MaxAgeSeconds")?.trim();
  if (age !== undefined && (!/^\d+$/.test(age) || Number(age) > LONGEST_AGE))
    throw new S3Error("MalformedXML", `MaxAgeSeconds must be a whole number of seconds from 0 to ${LONGEST_AGE}.`);
  const id = textOf(rule, "ID") ?? null;
  return { id, origins, methods, headers, exposes, maxAgeSeconds: age === undefined ? null : Number(age) };
}

export function corsXml(rules: CorsRules): string {
  return document("CORSConfiguration", {
    CORSRule: rules.map(({ id, origins, methods, headers, exposes, maxAgeSeconds }) => ({
      ID: id ?? undefined,
      AllowedOrigin: origins,
      AllowedMethod: methods,
      AllowedHeader: headers,
      ExposeHeader: exposes,
      MaxAgeSeconds: maxAgeSeconds ?? undefined,
    })),
  });
}

/** A browser's question, in a preflight or with the request itself. */
interface CrossOrigin {
  readonly origin: string;
  readonly method: string;
  /** The headers that a preflight asks for. Empty for the request itself. */
  readonly headers: readonly string[];
}

/** Below a millisecond: tenants choose the rules, and strangers what they ask for. */
const MOST_STEPS = 100_000;

/**
 * The headers of the answer by the first rule that allows the request; undefined where none does, or comparing takes
 * too long.
 */
export function corsHeaders(
  rules: CorsRules,
  asked: CrossOrigin,
  steps: Steps = { count: 0, most: MOST_STEPS },
): Record<string, string> | undefined {
  try {
    return headersOf(rules, { ...asked, headers: asked.headers.map((name) => name.toLowerCase()) }, steps);
  } catch (error) {
    if (error instanceof TooManySteps) return undefined;
    throw error;
  }
}

/** @throws TooManySteps */
function headersOf(rules: CorsRules, asked: CrossOrigin, steps: Steps): Record<string, string> | undefined {
  for (const rule of rules) {
    if (!rule.methods.some((method) => method === asked.method)) continue;
    const origin = rule.origins.find((pattern) => matches(pattern, asked.origin, steps));
    if (origin === undefined) continue;
    const patterns = rule.headers.map((pattern) => pattern.toLowerCase());
    if (!asked.headers.every((name) => patterns.some((pattern) => matches(pattern, name, steps)))) continue;
    return {
      "access-control-allow-origin": origin === "*" ? "*" : asked.origin,
      "access-control-allow-methods": rule.methods.join(", "),
      ...(origin !== "*" && { "access-control-allow-credentials": "true" }),
      ...(asked.headers.length > 0 && { "access-control-allow-headers": asked.headers.join(", ") }),
      ...(rule.exposes.length > 0 && { "access-control-expose-headers": rule.exposes.join(", ") }),
      ...(rule.maxAgeSeconds !== null && { "access-control-max-age": String(rule.maxAgeSeconds) }),
    };
  }
  return undefined;
}
