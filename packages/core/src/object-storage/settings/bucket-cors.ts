import { CorsMethod, type CorsRule as CorsRecord } from "@fulmar/contract";
import { z } from "zod";
import type { EmbeddedHandler } from "../bucket/by-backend.ts";
import { findNamed, type NamedConfiguration, type SetConfiguration, setNamed } from "./bucket-configuration.ts";

/** A CORS rule as `bucket_configuration` has it, whoever set it. */
const CorsRule = z.strictObject({
  id: z.string().nullable(),
  origins: z.array(z.string()),
  methods: z.array(CorsMethod),
  headers: z.array(z.string()),
  exposes: z.array(z.string()),
  maxAgeSeconds: z.number().nullable(),
});
type CorsRule = z.infer<typeof CorsRule>;

/** The CORS rules of a bucket (AWS: Using cross-origin resource sharing). The first that matches a request counts. */
export const CorsRules = z.array(CorsRule).readonly();
export type CorsRules = z.infer<typeof CorsRules>;

export const getBucketCors: EmbeddedHandler<"bucketCors.get", NamedConfiguration> = {
  find: (context, { bucket_name }) => findNamed(context, bucket_name, "cors"),
  answer: async ({ document }, _, { bucket_name }) => ({
    name: bucket_name,
    rules: document === null ? [] : CorsRules.parse(document).map(toRecord),
  }),
};

export const putBucketCors: EmbeddedHandler<"bucketCors.put", SetConfiguration> = {
  find: (context, { bucket_name, rules }) =>
    setNamed(context, bucket_name, "cors", rules.length === 0 ? undefined : rules.map(toRule)),
  answer: async (_, __, { bucket_name, rules }) => ({
    name: bucket_name,
    rules: rules.map((rule) => toRecord(toRule(rule))),
  }),
};

function toRecord({ id, origins, methods, headers, exposes, maxAgeSeconds }: CorsRule): CorsRecord {
  return {
    ...{ id, allowed_origins: origins, allowed_methods: methods, allowed_headers: headers, expose_headers: exposes },
    max_age_seconds: maxAgeSeconds,
  };
}

function toRule(rule: CorsRecord): CorsRule {
  return {
    ...{ id: rule.id, origins: rule.allowed_origins, methods: rule.allowed_methods, headers: rule.allowed_headers },
    ...{ exposes: rule.expose_headers, maxAgeSeconds: rule.max_age_seconds },
  };
}
