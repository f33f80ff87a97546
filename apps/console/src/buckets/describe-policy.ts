import type { AccessKey } from "@fulmar/contract";
import { type Condition, matches, type Principal, type Statement } from "@fulmar/contract/bucket-policy";

/** Names of patterns of actions: the first match counts. In lower case, as in parsed statements. */
const VERBS: readonly (readonly [verb: string, actions: readonly string[]])[] = [
  ["read", ["s3:getobject", "s3:getobjectversion", "s3:getobjectattributes", "s3:getobjectversionattributes"]],
  ["write", ["s3:putobject", "s3:abortmultipartupload", "s3:listmultipartuploadparts"]],
  ["delete", ["s3:deleteobject", "s3:deleteobjectversion"]],
  ["list", ["s3:listbucket", "s3:listbucketversions", "s3:listbucketmultipartuploads"]],
];

/** A statement as a sentence without its full stop: "Everyone may read objects under public/". */
export function describeStatement(
  { effect, principals, actions, resources, conditions }: Statement,
  bucketName: string,
  accessKeys: readonly Pick<AccessKey, "access_key_id" | "name">[],
): string {
  const people = listed(principals.named.map((principal) => describePrincipal(principal, accessKeys)));
  const who = principals.negated ? `Everyone but ${people}` : people;
  const verbs = listed([...new Set(actions.named.map(describeAction))]);
  // A denial of everything leaves nothing.
  const what = effect === "Deny" ? verbs.replace("do everything with", "do anything with") : verbs;
  const where = listed(resources.named.map((arn) => describeResource(arn, bucketName)));
  const may = effect === "Allow" ? "may" : "may not";
  const act = actions.negated ? `do anything but ${what} with` : what;
  const place = resources.negated ? `everything but ${where}` : where;
  const when = conditions.map(describeCondition).join(", and ");
  const sentence = `${who} ${may} ${act} ${place}${when === "" ? "" : `, ${when}`}`;
  return sentence.charAt(0).toUpperCase() + sentence.slice(1);
}

function describePrincipal(principal: Principal, accessKeys: Parameters<typeof describeStatement>[2]): string {
  if (principal === "everyone") return "everyone";
  if (!("accessKeyId" in principal)) return `every access key of the workspace ${principal.workspaceId}`;
  const name = accessKeys.find(({ access_key_id }) => access_key_id === principal.accessKeyId)?.name;
  return name === undefined ? `the access key ${principal.accessKeyId}` : `the access key “${name}”`;
}

function describeAction(pattern: string): string {
  if (pattern === "*" || pattern === "s3:*") return "do everything with";
  const verb = VERBS.find(([, actions]) => actions.some((action) => matches(pattern, action)));
  const exact = verb?.[1].includes(pattern) ?? false;
  return exact && verb !== undefined ? verb[0] : pattern;
}

function describeResource(arn: string, bucketName: string): string {
  const [, key] = arn.split(`arn:aws:s3:::${bucketName}/`);
  if (arn === "*") return "the bucket and all objects";
  if (key === undefined) return arn === `arn:aws:s3:::${bucketName}` ? "the bucket" : arn;
  if (key === "*") return "all objects";
  const prefix = /^([^*?]+)\*$/.exec(key)?.[1];
  if (prefix !== undefined)
    return prefix.endsWith("/") ? `objects under ${prefix}` : `objects that begin with ${prefix}`;
  return /[*?]/.test(key) ? `objects like ${key}` : `the object ${key}`;
}

function describeCondition({ operator, key, values }: Condition): string {
  const options = listed(values, "or");
  if (key === "aws:sourceip" && operator === "IpAddress") return `from ${options}`;
  if (key === "aws:sourceip" && operator === "NotIpAddress") return `from anywhere but ${options}`;
  if (key === "aws:securetransport" && operator === "Bool")
    return values.includes("false") ? "without HTTPS" : "over HTTPS";
  return `if ${key} ${operator} ${options}`;
}

function listed(words: readonly string[], word = "and"): string {
  return words.length < 2 ? (words[0] ?? "nothing") : `${words.slice(0, -1).join(", ")} ${word} ${words.at(-1)}`;
}
