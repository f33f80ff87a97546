import { S3Error } from "../protocol/s3-error.ts";
import { header, type S3Request } from "../protocol/s3-request.ts";
import type { XmlChildren } from "../protocol/xml.ts";

interface Owned {
  readonly workspaceId: bigint;
}

/** The owner of a workspace's buckets and objects is the workspace, by its id. */
export function ownerOf({ workspaceId }: Owned): XmlChildren {
  return { ID: String(workspaceId), DisplayName: String(workspaceId) };
}

/**
 * Checks the owner whom the client expects of a bucket.
 * @param name `x-amz-expected-bucket-owner`, or `x-amz-source-expected-bucket-owner` for the source of a copy
 * @throws S3Error 403 for another owner
 */
export function requireOwner(request: S3Request, name: string, { workspaceId }: Owned): void {
  const expected = header(request, name);
  if (expected !== undefined && expected !== String(workspaceId))
    throw new S3Error(
      "AccessDenied",
      `The bucket has another owner than ${name} says; the owner is its workspace's id.`,
    );
}
