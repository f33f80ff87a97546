import { decide, type PolicyRequest } from "../policy/decide.ts";
import { parsePolicy } from "../policy/policy-document.ts";
import { header, parameter, type S3Request } from "../protocol/s3-request.ts";
import type { BucketCall } from "./call.ts";
import { actionOf, type S3Operation } from "./table.ts";

/** What a bucket's policy says of a request. "none": it has nothing to say, or there is no policy. */
export function policyDecision(
  operation: S3Operation,
  { request, bucket, from }: BucketCall,
  principal: PolicyRequest["principal"],
): "allow" | "deny" | "none" {
  if (bucket.policy === null) return "none";
  const resource = `arn:aws:s3:::${bucket.name}${operation.place === "object" ? `/${request.key ?? ""}` : ""}`;
  return decide(parsePolicy(bucket.policy, bucket.name), {
    principal,
    action: actionOf(operation, request),
    resource,
    conditions: (name) => conditionValues(name, request, from),
  });
}

/** The values of a condition key (AWS: Condition keys for Amazon S3); undefined where the request has none. */
function conditionValues(name: string, request: S3Request, from: BucketCall["from"]): string[] | undefined {
  const only = (value: string | undefined) => (value === undefined ? undefined : [value]);
  switch (name) {
    case "aws:sourceip":
      return only(from.sourceIp);
    case "aws:securetransport":
      return [String(from.isSecure)];
    case "aws:currenttime":
      return [new Date().toISOString()];
    case "aws:epochtime":
      return [String(Math.floor(Date.now() / 1000))];
    case "aws:referer":
      return only(header(request, "referer"));
    case "aws:useragent":
      return only(header(request, "user-agent"));
    case "s3:prefix":
    case "s3:delimiter":
    case "s3:max-keys":
      return only(parameter(request, name.slice("s3:".length)));
    case "s3:versionid":
      return only(parameter(request, "versionId"));
    default:
      return name.startsWith("s3:x-amz-") ? only(header(request, name.slice("s3:".length))) : undefined;
  }
}
