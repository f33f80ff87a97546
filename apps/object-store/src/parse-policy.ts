import { LARGEST_POLICY_BYTES, type Policy, readPolicy } from "@fulmar/contract/bucket-policy";
import { S3Error } from "./protocol/s3-error.ts";

/** @throws S3Error MalformedPolicy */
export function parsePolicy(text: string, bucketName: string): Policy {
  if (Buffer.byteLength(text) > LARGEST_POLICY_BYTES) throw malformed("it must have at most 20 KiB");
  const read = readPolicy(jsonOf(text), bucketName);
  if (read.policy !== undefined) return read.policy;
  const [problem] = read.problems;
  throw malformed(`${problem?.path.join(".") || "it"} ${problem?.message}`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw Object.assign(malformed("it must be JSON"), { cause });
  }
}

function malformed(why: string): S3Error {
  return new S3Error("MalformedPolicy", `The policy is not valid: ${why}.`);
}
