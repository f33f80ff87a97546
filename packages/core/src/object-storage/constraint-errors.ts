import { conflict, DomainError, invalidField } from "../request/domain-error.ts";

export function bucketNotEmpty(): DomainError {
  return conflict("bucket_not_empty", "The bucket is not empty; delete its objects and their versions first.");
}

/** A 400, because the specification of bucket create has no 409 (spec: Object storage). */
export function bucketNameTaken(): DomainError {
  return invalidField("name", "is taken by another bucket of the workspace", "name_taken");
}

/** Names are unique in a region with a server of its own, as S3's are, and others may use that server, too. */
export function bucketNameTakenInRegion(): DomainError {
  return invalidField(
    "name",
    "is taken in this region, where bucket names are unique; choose another name",
    "name_taken",
  );
}

export function bucketFrozen(): DomainError {
  return new DomainError("unavailable", "The bucket is being moved to another region; try again in a moment.", {
    code: "bucket_frozen",
    retryAfterSeconds: 5,
  });
}

export const objectStorageConstraintErrors: Readonly<Record<string, () => DomainError>> = {
  bucket_name_unique: bucketNameTaken,
  object_bucket_fkey: bucketNotEmpty,
  bucket_quota: () =>
    conflict(
      "bucket_quota_exceeded",
      "The upload would take the bucket beyond its size quota; delete objects, or raise the quota.",
    ),
  bucket_frozen: bucketFrozen,
  bucket_moves: () =>
    conflict("bucket_moves", "The bucket is being moved to another region; wait until that has ended."),
  access_key_maker_in_force: () =>
    new DomainError(
      "forbidden",
      "Your rights have changed while the request ran; send it again to see what you may do.",
    ),
  access_key_name_unique: () =>
    conflict("name_taken", "Another access key of the workspace has this name; choose another name."),
};
