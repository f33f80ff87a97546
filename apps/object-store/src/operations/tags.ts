import { putTags } from "@fulmar/core/embedded-store";
import { readDocument } from "../body/payload.ts";
import { noSuchKey, noSuchVersion, S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import { childOf, document, textOf, type XmlElement } from "../protocol/xml.ts";
import type { Answer, ObjectCall } from "./call.ts";
import { namedObject, versionHeader, versionOf } from "./version.ts";

/** Tags by their keys. */
export type Tags = Readonly<Record<string, string>>;

const LONGEST_KEY = 128;
const LONGEST_VALUE = 256;
/** S3: at most this many tags of an object, and of a bucket. */
const MOST_OF_OBJECT = 10;
export const MOST_OF_BUCKET = 50;

const read = new WeakMap<S3Request, Tags>();

/**
 * The tags of a request's header, which has them like a query. Any number of conditions may ask for them.
 * @throws S3Error
 */
export function tagsInHeader(request: S3Request): Tags {
  const known = read.get(request);
  if (known !== undefined) return known;
  const pairs = [...new URLSearchParams(header(request, "x-amz-tagging"))];
  const tags = checkedTags(pairs, MOST_OF_OBJECT, "InvalidArgument");
  read.set(request, tags);
  return tags;
}

/** The tags of a Tagging document. @throws S3Error */
export function tagsIn(body: XmlElement, most: number = MOST_OF_OBJECT): Tags {
  const set = body.name === "Tagging" ? childOf(body, "TagSet") : undefined;
  if (set === undefined) throw new S3Error("MalformedXML", "The body must be a Tagging with a TagSet.");
  const pairs = set.children.map((tag) => {
    const [key, value] = [textOf(tag, "Key"), textOf(tag, "Value")];
    if (tag.name !== "Tag" || key === undefined || value === undefined)
      throw new S3Error("MalformedXML", "Each Tag must have a Key and a Value.");
    return [key, value] as const;
  });
  return checkedTags(pairs, most, "InvalidTag");
}

export function taggingXml(tags: Tags): string {
  const entries = Object.entries(tags)
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .map(([key, value]) => ({ Key: key, Value: value }));
  return document("Tagging", { TagSet: { Tag: entries } });
}

function checkedTags(
  pairs: readonly (readonly [key: string, value: string])[],
  most: number,
  tooMany: "InvalidArgument" | "InvalidTag",
): Tags {
  if (pairs.length > most) throw new S3Error(tooMany, `There can be at most ${most} tags.`);
  const tags = new Map<string, string>();
  for (const [key, value] of pairs) {
    if (key === "" || key.length > LONGEST_KEY || value.length > LONGEST_VALUE)
      throw new S3Error(
        "InvalidTag",
        `The key of a tag must have 1 to ${LONGEST_KEY} characters, its value at most ${LONGEST_VALUE}.`,
      );
    if (key.startsWith("aws:")) throw new S3Error("InvalidTag", "The key of a tag must not begin with aws:.");
    if (/\p{Cc}/u.test(`${key}${value}`)) throw new S3Error("InvalidTag", "A tag must not contain control characters.");
    if (tags.has(key)) throw new S3Error("InvalidTag", "Two tags must not have the same key.");
    tags.set(key, value);
  }
  return Object.fromEntries(tags);
}

export async function getObjectTagging(call: ObjectCall): Promise<Answer> {
  const { tags, versionId } = await namedObject(call, versionOf(call.request));
  return { status: 200, headers: versionHeader(call.bucket, versionId), xml: taggingXml(tags) };
}

export async function putObjectTagging(call: ObjectCall): Promise<Answer> {
  return setTags(call, tagsIn(await readDocument(call.request, call.chunkKey)), 200);
}

export async function deleteObjectTagging(call: ObjectCall): Promise<Answer> {
  return setTags(call, {}, 204);
}

async function setTags({ store, request, bucket, key }: ObjectCall, tags: Tags, status: number): Promise<Answer> {
  const versionId = versionOf(request);
  const changed = await store.change(bucket, (sql) => putTags(sql, bucket, { key, versionId }, tags));
  if (changed === undefined) throw versionId === undefined ? noSuchKey() : noSuchVersion();
  return { status, headers: versionHeader(bucket, changed.versionId) };
}
