import { createHmac } from "node:crypto";
import { ALGORITHM, hmac, type SigningScope, signingKey } from "@fulmar/core/s3-signing";
import { isSame } from "../protocol/is-same.ts";
import { S3Error } from "../protocol/s3-error.ts";
import type { PostForm } from "./read-form.ts";

const CREDENTIAL = /^([\w-]{16,128})\/(\d{8})\/([\w-]{1,64})\/(s3)\/aws4_request$/;
const ACCESS_KEY_ID = /^[\w-]{16,128}$/;
const AT = /^\d{8}T\d{6}Z$/;
const SIGNATURE = /^[0-9a-f]{64}$/;
const SIGNING_FIELDS = ["policy", "x-amz-algorithm", "x-amz-credential", "x-amz-date", "x-amz-signature"] as const;

/** The signature of a form. Only its form has been checked. */
export interface PostSignature {
  readonly accessKeyId: string;
  /** Null for Signature Version 2, by which some SDKs sign forms by default (docs/adr/0049). */
  readonly scope: SigningScope | null;
  /** The policy in base64, which is what is signed. */
  readonly policy: string;
  readonly signature: string;
}

/**
 * AWS: a form is signed by the fields policy, x-amz-algorithm, x-amz-credential, x-amz-date and x-amz-signature. By
 * Signature Version 2 it is signed by policy, AWSAccessKeyId and signature. The policy's expiration limits how long the
 * form is valid.
 * @returns undefined when the form is not signed @throws S3Error
 */
export function postSignature({ fields }: Pick<PostForm, "fields">): PostSignature | undefined {
  const algorithm = fields.get("x-amz-algorithm");
  if (algorithm === undefined && (fields.has("awsaccesskeyid") || fields.has("signature"))) return readV2(fields);
  if (algorithm !== undefined && algorithm !== ALGORITHM)
    throw new S3Error("InvalidRequest", "Forms must be signed by Signature Version 4 (AWS4-HMAC-SHA256).");
  const missing = SIGNING_FIELDS.filter((name) => !fields.has(name));
  if (missing.length === SIGNING_FIELDS.length) return undefined;
  if (missing.length > 0)
    throw new S3Error("InvalidArgument", `A signed form must have the fields ${missing.join(", ")}, before the file.`);
  return read(fields);
}

/** Checks that the policy was signed with one of the secrets. @throws S3Error SignatureDoesNotMatch */
export function verifyPostSignature({ scope, policy, signature }: PostSignature, secrets: readonly string[]): void {
  const signatureBy = (secret: string) =>
    scope === null
      ? createHmac("sha1", secret).update(policy).digest("base64")
      : hmac(signingKey(secret, scope), policy).toString("hex");
  const matches = secrets.some((secret) => isSame(signatureBy(secret), signature));
  if (!matches) {
    throw new S3Error(
      "SignatureDoesNotMatch",
      "The signature does not match the policy; check the secret access key, and that the policy is the signed one.",
    );
  }
}

function read(fields: PostForm["fields"]): PostSignature {
  const [, accessKeyId, date, region, service] = CREDENTIAL.exec(fields.get("x-amz-credential") ?? "") ?? [];
  const at = fields.get("x-amz-date") ?? "";
  const signature = fields.get("x-amz-signature") ?? "";
  const whole = accessKeyId !== undefined && date !== undefined && region !== undefined && service !== undefined;
  if (!whole || !AT.test(at) || !at.startsWith(date) || !SIGNATURE.test(signature)) {
    throw new S3Error(
      "InvalidArgument",
      "The signature of the form is malformed; it needs a credential, the date of its day, and 64 hexadecimal digits.",
    );
  }
  return { accessKeyId, scope: { date, region, service }, policy: fields.get("policy") ?? "", signature };
}

function readV2(fields: PostForm["fields"]): PostSignature {
  const [accessKeyId, policy, signature] = [
    fields.get("awsaccesskeyid"),
    fields.get("policy"),
    fields.get("signature"),
  ];
  if (accessKeyId === undefined || policy === undefined || signature === undefined || !ACCESS_KEY_ID.test(accessKeyId))
    throw new S3Error(
      "InvalidArgument",
      "A form signed by Version 2 must have the fields AWSAccessKeyId, policy and signature, before the file.",
    );
  return { accessKeyId, scope: null, policy, signature };
}
