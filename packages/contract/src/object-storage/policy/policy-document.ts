import { z } from "zod";

const Texts = z.union([z.string(), z.array(z.string()).min(1)]);
const Principals = z.union([
  z.literal("*"),
  z.strictObject({ AWS: Texts.optional(), CanonicalUser: Texts.optional() }),
]);
export type Principals = z.infer<typeof Principals>;
const Value = z.union([z.string(), z.number(), z.boolean()]);

const PolicyStatement = z
  .strictObject({
    Sid: z.string().optional(),
    Effect: z.enum(["Allow", "Deny"]),
    Principal: Principals.optional(),
    NotPrincipal: Principals.optional(),
    Action: Texts.optional(),
    NotAction: Texts.optional(),
    Resource: Texts.optional(),
    NotResource: Texts.optional(),
    Condition: z.record(z.string(), z.record(z.string(), z.union([Value, z.array(Value).min(1)]))).optional(),
  })
  .meta({ id: "PolicyStatement" });
export type PolicyStatement = z.infer<typeof PolicyStatement>;

/** A bucket policy as it is written (AWS: IAM JSON policy elements). */
export const PolicyDocument = z
  .strictObject({
    Version: z.enum(["2012-10-17", "2008-10-17"]).optional(),
    Id: z.string().optional(),
    Statement: z.union([PolicyStatement, z.array(PolicyStatement).min(1)]),
  })
  .meta({ id: "PolicyDocument" });
export type PolicyDocument = z.infer<typeof PolicyDocument>;
