import type { StorageRegion } from "@fulmar/contract";

/** The values of a client configuration. Unknown values appear as placeholders in angle brackets. */
export interface ConnectionTo {
  readonly region: string;
  readonly endpointUrl: string | null;
  /** The features that the region's server lacks. */
  readonly unsupported: StorageRegion["unsupported"];
  readonly accessKeyId: string | undefined;
  /** Known only right after the key was created. */
  readonly secretAccessKey?: string;
  readonly bucketName?: string;
}

const PROFILE = "fulmar";

function partsOf({ endpointUrl, accessKeyId, secretAccessKey, bucketName }: ConnectionTo) {
  return {
    endpoint: endpointUrl ?? "<endpoint of the region>",
    id: accessKeyId ?? "<access key id>",
    secret: secretAccessKey ?? "<secret access key>",
    bucket: bucketName ?? "<bucket>",
  };
}

/** An rclone remote (https://rclone.org/s3/) and a command to test it. */
export function rcloneConfiguration(to: ConnectionTo): string {
  const { endpoint, id, secret, bucket } = partsOf(to);
  return [
    `[${PROFILE}]`,
    "type = s3",
    "provider = Other",
    `access_key_id = ${id}`,
    `secret_access_key = ${secret}`,
    `region = ${to.region}`,
    `endpoint = ${endpoint}`,
    "",
    `# rclone ls ${PROFILE}:${bucket}`,
  ].join("\n");
}

/** A profile for the AWS CLI, version 2.13 or later, which supports `endpoint_url` in its configuration. */
export function awsConfiguration(to: ConnectionTo): string {
  const { endpoint, id, secret, bucket } = partsOf(to);
  const set = (name: string, value: string) => `aws configure set profile.${PROFILE}.${name} '${value}'`;
  return [
    set("aws_access_key_id", id),
    set("aws_secret_access_key", secret),
    set("region", to.region),
    set("endpoint_url", endpoint),
    // The server refuses the checksums that the CLI sends otherwise.
    ...(to.unsupported.includes("unsigned_trailers")
      ? [set("request_checksum_calculation", "when_required"), set("response_checksum_validation", "when_required")]
      : []),
    `aws --profile ${PROFILE} s3 ls s3://${bucket}`,
  ].join("\n");
}
