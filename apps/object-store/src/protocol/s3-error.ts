/** The supported S3 error codes with their HTTP status (AWS: Error responses). */
const STATUS = {
  AccessControlListNotSupported: 400,
  AccessDenied: 403,
  AccessForbidden: 403,
  AuthorizationHeaderMalformed: 400,
  AuthorizationQueryParametersError: 400,
  BadDigest: 400,
  BucketAlreadyExists: 409,
  BucketAlreadyOwnedByYou: 409,
  BucketNotEmpty: 409,
  EntityTooLarge: 400,
  EntityTooSmall: 400,
  ExpiredToken: 400,
  IllegalVersioningConfigurationException: 400,
  IncompleteBody: 400,
  InternalError: 500,
  InvalidAccessKeyId: 403,
  InvalidArgument: 400,
  InvalidBucketName: 400,
  InvalidBucketState: 409,
  InvalidDigest: 400,
  InvalidLocationConstraint: 400,
  InvalidPart: 400,
  InvalidPartNumber: 416,
  InvalidPartOrder: 400,
  InvalidPolicyDocument: 400,
  InvalidRange: 416,
  InvalidRedirectLocation: 400,
  InvalidRequest: 400,
  InvalidRetentionPeriod: 400,
  InvalidStorageClass: 400,
  InvalidTag: 400,
  InvalidURI: 400,
  KeyTooLongError: 400,
  MalformedPolicy: 400,
  MalformedPOSTRequest: 400,
  MalformedXML: 400,
  MaxPostPreDataLengthExceededError: 400,
  MetadataTooLarge: 400,
  MethodNotAllowed: 405,
  MissingContentLength: 411,
  NoSuchBucket: 404,
  NoSuchBucketPolicy: 404,
  NoSuchCORSConfiguration: 404,
  NoSuchKey: 404,
  NoSuchLifecycleConfiguration: 404,
  NoSuchObjectLockConfiguration: 404,
  NoSuchPublicAccessBlockConfiguration: 404,
  NoSuchTagSet: 404,
  NoSuchUpload: 404,
  NoSuchVersion: 404,
  NoSuchWebsiteConfiguration: 404,
  NotImplemented: 501,
  ObjectLockConfigurationNotFoundError: 404,
  OperationAborted: 409,
  PermanentRedirect: 301,
  PreconditionFailed: 412,
  QuotaExceeded: 403,
  ReplicationConfigurationNotFoundError: 404,
  RequestHeaderSectionTooLarge: 400,
  RequestTimeout: 400,
  RequestTimeTooSkewed: 403,
  ServerSideEncryptionConfigurationNotFoundError: 404,
  ServiceUnavailable: 503,
  SignatureDoesNotMatch: 403,
  SlowDown: 503,
  TooManyBuckets: 400,
  XAmzContentSHA256Mismatch: 400,
} as const;

export type S3ErrorCode = keyof typeof STATUS;

/** A refusal in S3's format: an S3 error code and a sentence that a person can act on. */
export class S3Error extends Error {
  override readonly name = "S3Error";
  readonly code: S3ErrorCode;
  /** Headers of the answer, such as the id of a delete marker. */
  readonly headers: Readonly<Record<string, string>>;

  constructor(code: S3ErrorCode, sentence: string, headers: Readonly<Record<string, string>> = {}) {
    super(sentence);
    this.code = code;
    this.headers = headers;
  }

  get status(): number {
    return STATUS[this.code];
  }
}

export function noSuchBucket(): S3Error {
  return new S3Error(
    "NoSuchBucket",
    "There is no such bucket in the workspace of the access key; create it, or use a key of its workspace.",
  );
}

/** The bucket is being moved (docs/adr/0074). */
export function bucketFrozen(): S3Error {
  return new S3Error("SlowDown", "The bucket is being moved to another region; try again in a moment.");
}

export function bucketMoves(): S3Error {
  return new S3Error("OperationAborted", "The bucket is being moved to another region; wait until that has ended.");
}

export function bucketMoved({ region, endpoint }: { readonly region: string; readonly endpoint: string }): S3Error {
  return new S3Error(
    "PermanentRedirect",
    `The bucket has moved to the region ${region}; send requests for it to ${endpoint}.`,
    { "x-amz-bucket-region": region },
  );
}

/** Not one of AWS's codes: Ceph RGW and others answer so. */
export function quotaExceeded(
  sentence = "The upload would take the bucket beyond its size quota; delete objects, or have the quota raised.",
): S3Error {
  return new S3Error("QuotaExceeded", sentence);
}

export function noSuchKey(headers: Readonly<Record<string, string>> = {}): S3Error {
  return new S3Error("NoSuchKey", "There is no object with this key.", headers);
}

export function noSuchVersion(): S3Error {
  return new S3Error("NoSuchVersion", "The key has no such version.");
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
    "The object is under retention or a legal hold; it cannot be overwritten or deleted before that ends.",
  );
}

export function notImplemented(what: string): S3Error {
  return new S3Error("NotImplemented", `This object store has no ${what}; docs/object-storage.md lists what it has.`);
}
