/** What a client's configuration is made of. What is not known yet stands in angle brackets. */
export interface ConnectionTo {
  readonly region: string;
  readonly endpointUrl: string | null;
  readonly accessKeyId: string | undefined;
  /** Known only in the moment after the key was made. */
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

/** A remote for rclone (https://rclone.org/s3/), and how it is tried. */
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

/** A profile for the AWS CLI, version 2.13 or later, which knows `endpoint_url` in its configuration. */
export function awsConfiguration(to: ConnectionTo): string {
  const { endpoint, id, secret, bucket } = partsOf(to);
  const set = (name: string, value: string) => `aws configure set profile.${PROFILE}.${name} '${value}'`;
  return [
    set("aws_access_key_id", id),
    set("aws_secret_access_key", secret),
    set("region", to.region),
    set("endpoint_url", endpoint),
    `aws --profile ${PROFILE} s3 ls s3://${bucket}`,
  ].join("\n");
}
