import { conflict, DomainError, invalidField, notFound } from "../request/domain-error.ts";

interface AskedDeletion {
  readonly force: boolean;
  /** Whether the workspace keeps what is deleted. */
  readonly hasWindow: boolean;
  readonly hasLock: boolean;
}

/** The refusal of deleting a bucket that has objects. It says what `force` would do, or why it did nothing. */
export function bucketNotEmpty({ force, hasWindow, hasLock }: AskedDeletion): DomainError {
  const first = "delete its objects and their versions first";
  const sentence =
    hasLock && (force || hasWindow)
      ? `The bucket has object lock and is not empty; ${first}.`
      : force
        ? `The bucket is not empty, and the workspace has no deletion window in which it could be restored; ${first}.`
        : hasWindow
          ? `The bucket is not empty; ${first}, or delete it with force=true.`
          : `The bucket is not empty; ${first}.`;
  return conflict("bucket_not_empty", sentence);
}

/** A 400, because the specification of bucket create has no 409. */
export function bucketNameTaken(): DomainError {
  return invalidField("name", "is taken by another bucket of the workspace", "name_taken");
}

/** The same where the other bucket is deleted. @param isKept whether it can be restored; otherwise it is being emptied */
export function bucketNameKept(isKept: boolean): DomainError {
  const sentence = isKept
    ? "is the name of a deleted bucket that can be restored; restore it, or delete it for good"
    : "is the name of a bucket that is being deleted for good; try again in a moment";
  return invalidField("name", sentence, "name_taken");
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
  object_bucket_fkey: () => bucketNotEmpty({ force: false, hasWindow: false, hasLock: false }),
  bucket_kept: () => notFound("bucket"),
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
