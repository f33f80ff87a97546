/** The groups of the suite's tests, by a pattern of names without `test_`. The first pattern that matches counts. */
const GROUPS: readonly (readonly [group: string, pattern: RegExp])[] = [
  ["Bucket logging", /logging/],
  ["Buckets", /^bucket_create_naming|list_buckets|buckets_/],
  ["Signature Version 2 in headers", /_aws2$/],
  ["SSE-KMS", /kms/],
  ["SSE-C", /sse[-_]c(?!r)|customer|encrypted_transfer|enc_conflict_c/],
  ["SSE-S3", /sse[-_]s3|bucket_encryption|copy_enc|copy_part_enc|put_obj_enc|encrypted/],
  ["CORS", /cors/],
  ["Object lock", /object_lock/],
  ["Lifecycle", /lifecycle|delete_marker_expiration/],
  ["POST forms", /post_object/],
  ["Tagging", /(^|_)tag(s|ging)?(\d?_|$)/],
  ["Attributes", /attributes$/],
  ["Checksums", /checksum|cksum/],
  ["Policy and public access", /policy|public_block|block_public|ownership|public_acls/],
  ["ACLs", /acl|^access_bucket|grant/],
  ["Conditional requests", /if_?(none|non)?_?(match|modifiedsince|unmodifiedsince)/],
  ["Multipart uploads", /multipart|get_part|upload_part/],
  ["Copies", /copy/],
  ["Versions", /version|delete_marker/],
  ["Anonymous and presigned requests", /anon|raw|presigned|authenticated|100_continue/],
  ["Headers and Signature Version 4", /_bad_|contentlength|amz_date|expected_bucket_owner/],
  ["Listing", /^bucket_list|^basic_key|marker|delimiter|prefix/],
  ["Buckets", /bucket(?!_gone)|account_usage/],
];

/** The group of a test of ceph/s3-tests. */
export function groupOf(test: string): string {
  const name = test.replace(/^test_/, "");
  return GROUPS.find(([, pattern]) => pattern.test(name))?.[0] ?? "Put, get, delete and ranges";
}
