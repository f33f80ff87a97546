import { type Client, checks } from "./client.ts";

/** A script of Python with a client `s3` and the bucket `B`. */
function python(code: string): string {
  return `$PYTHON - <<'PYTHON'
import io, os, urllib.error, urllib.request, boto3
from botocore.exceptions import ClientError
B = os.environ["B"]
s3 = boto3.client("s3", endpoint_url=os.environ["ENDPOINT"])
def fetch(url, data=None, method="GET"):
    return urllib.request.urlopen(urllib.request.Request(url, data=data, method=method)).read()
${code}
PYTHON`;
}

export const boto3: Client = {
  name: "boto3",
  installed: "$PYTHON -c 'import boto3'",
  checks: checks({
    create_bucket: python(
      's3.create_bucket(Bucket=B, CreateBucketConfiguration={"LocationConstraint": os.environ["REGION"]})\n' +
        's3.get_waiter("bucket_exists").wait(Bucket=B)',
    ),
    "put_object and get_object": python(
      's3.put_object(Bucket=B, Key="a", Body=b"one")\nassert s3.get_object(Bucket=B, Key="a")["Body"].read() == b"one"',
    ),
    "upload_file in parts": python(
      's3.upload_file("big.bin", B, "big")\ns3.download_file(B, "big", "out")\n' +
        'assert open("big.bin", "rb").read() == open("out", "rb").read()',
    ),
    "presigned URL by default, GET": python(
      'assert fetch(s3.generate_presigned_url("get_object", Params={"Bucket": B, "Key": "a"})) == b"one"',
    ),
    "presigned URL by default, PUT": python(
      'fetch(s3.generate_presigned_url("put_object", Params={"Bucket": B, "Key": "signed"}), b"two", "PUT")\n' +
        'assert s3.get_object(Bucket=B, Key="signed")["Body"].read() == b"two"',
    ),
    "presigned POST": `${python(
      'p = s3.generate_presigned_post(B, "posted")\nopen("form", "w").write("\\n".join([p["url"], *(f"{k}={v}" for k, v in p["fields"].items())]))',
    )}
mapfile -t form < form; fields=(); for f in "\${form[@]:1}"; do fields+=(-F "$f"); done
curl -sSf "\${fields[@]}" -F file=@small.txt "\${form[0]}"`,
    "paginator of list_objects_v2": python(
      '[s3.put_object(Bucket=B, Key=f"p/{n}") for n in range(7)]\n' +
        'pages = list(s3.get_paginator("list_objects_v2").paginate(Bucket=B, Prefix="p/", ' +
        'PaginationConfig={"PageSize": 3}))\nassert [len(p["Contents"]) for p in pages] == [3, 3, 1]',
    ),
    "errors have codes": python(
      'try:\n    s3.get_object(Bucket=B, Key="absent")\n    raise AssertionError("no error")\n' +
        'except s3.exceptions.NoSuchKey as e:\n    assert e.response["ResponseMetadata"]["RequestId"]',
    ),
    "copy of an object": python('s3.copy({"Bucket": B, "Key": "big"}, B, "big copy")'),
    "deletion of everything": python(
      'b = boto3.resource("s3", endpoint_url=os.environ["ENDPOINT"]).Bucket(B)\nb.objects.all().delete()\nb.delete()',
    ),
  }),
};
