/** The supported S3 error codes with their HTTP status (AWS: Error responses). */
const STATUS = {
  AccessDenied: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BucketAlreadyOwnedByYou: 409,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  ExpiredToken: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidDigest: 400,
  InvalidPart: 400,
  InvalidPartNumber: 416,
  InvalidPartOrder: 400,
  InvalidRange: 416,
  InvalidRequest: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedXML: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchKey: 404,
  NoSuchObjectLockConfiguration: 404,
  NoSuchUpload: 404,
  NotImplemented: 501,
  ObjectLockConfigurationNotFoundError: 404,
  PreconditionFailed: 412,
  QuotaExceeded: 403,
  RequestHeaderSectionTooLarge: 400,
  RequestTimeTooSkewed: 403,
  RequestTimeout: 400,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof STATUS;

/** A refusal in S3's format: an S3 error code and a sentence that a person can act on. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: S3ErrorCode;

  constructor(code: S3ErrorCode, sentence: string) {
    super(sentence);
    this.code = code;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

export function noSuchBucket(): S3Error {
  return new S3Error(
    "NoSuchBucket",
    "There is no such bucket; buckets are created in the console or by POST /v1/object-storage/buckets.",
  );
}

/** Not one of AWS's codes: Ceph RGW and others answer so. */
export function quotaExceeded(): S3Error {
  return new S3Error(
    "QuotaExceeded",
    "The upload would take the bucket beyond its size quota; delete objects, or have the quota raised.",
  );
}

export function noSuchKey(): S3Error {
  return new S3Error("NoSuchKey", "There is no object with this key.");
}

export function noSuchUpload(): S3Error {
  return new S3Error(
    "NoSuchUpload",
    "There is no such multipart upload; it was completed or aborted, or it was begun more than seven days ago.",
  );
}

export function retained(): S3Error {
  return new S3Error(
    "AccessDenied",
    "The object is under retention; it cannot be overwritten or deleted before the retention ends.",
  );
}

export function notImplemented(what: string): S3Error {
  return new S3Error("NotImplemented", `This object store has no ${what}; docs/object-storage.md lists what it has.`);
}
