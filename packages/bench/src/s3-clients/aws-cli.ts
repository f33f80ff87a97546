import { type Client, checks } from "./client.ts";

const api = "aws s3api";
const readPolicy =
  '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject",' +
  `"Resource":"arn:aws:s3:::'$B'/*"}]}`;
const sseC = "--sse-c AES256 --sse-c-key fileb://key.bin";

export const awsCli: Client = {
  name: "AWS CLI",
  installed: "aws --version",
  checks: checks({
    "s3 mb": "aws s3 mb s3://$B",
    "s3 ls": "aws s3 ls | grep $B",
    "s3 cp, up and down":
      "aws s3 cp small.txt s3://$B/a/small.txt; aws s3 cp s3://$B/a/small.txt out; cmp small.txt out",
    "s3 cp from stdin to stdout":
      "echo streamed | aws s3 cp - s3://$B/stream; aws s3 cp s3://$B/stream - | grep streamed",
    "s3 cp in parts": "aws s3 cp big.bin s3://$B/big.bin; aws s3 cp s3://$B/big.bin out; cmp big.bin out",
    "s3 cp of a folder":
      "aws s3 cp --recursive tree s3://$B/tree; aws s3 cp --recursive s3://$B/tree out.tree; diff -r tree out.tree",
    "s3 cp within the store":
      "aws s3 cp s3://$B/big.bin s3://$B/copy.bin; aws s3 cp s3://$B/copy.bin out; cmp big.bin out",
    "s3 sync": "aws s3 sync tree s3://$B/synced; aws s3 sync s3://$B/synced out.synced; diff -r tree out.synced",
    "s3 sync without changes": '[ -z "$(aws s3 sync tree s3://$B/synced)" ]',
    "s3 sync --delete":
      "aws s3 sync --delete tree/folder s3://$B/synced; aws s3 ls --recursive s3://$B/synced/ | wc -l | grep -x 1",
    "s3 mv": `aws s3 mv s3://$B/a/small.txt s3://$B/a/moved.txt;
        aws s3 ls s3://$B/a/moved.txt; refused aws s3 ls s3://$B/a/small.txt`,
    "s3 ls --recursive --summarize": "aws s3 ls --recursive --summarize s3://$B | grep 'Total Objects'",
    "s3 presign": 'curl -sSf "$(aws s3 presign s3://$B/a/moved.txt)" | cmp - small.txt',
    "s3 cp --sse": `aws s3 cp --sse AES256 small.txt s3://$B/sse; ${api} head-object --bucket $B --key sse | grep AES256`,
    "s3 cp --sse-c": `head -c 32 big.bin > key.bin; aws s3 cp ${sseC} small.txt s3://$B/sse-c;
      aws s3 cp ${sseC} s3://$B/sse-c out; cmp small.txt out; refused aws s3 cp s3://$B/sse-c out`,
    "s3 cp --storage-class": "aws s3 cp --storage-class STANDARD_IA small.txt s3://$B/ia",
    "s3 cp --acl private": "aws s3 cp --acl private small.txt s3://$B/private",
    "s3 cp --acl public-read is done or refused":
      "(aws s3 cp --acl public-read small.txt s3://$B/public 2>&1 || true) | grep -E " +
      "'upload:|AccessControlListNotSupported'",
    "s3 cp --metadata": `aws s3 cp --metadata colour=blue --cache-control no-store small.txt s3://$B/meta;
      ${api} head-object --bucket $B --key meta | grep blue`,
    "get-object --range": `${api} get-object --bucket $B --key big.bin --range bytes=100-199 out;
      cmp <(tail -c +101 big.bin | head -c 100) out`,
    "put-object --if-none-match": `${api} put-object --bucket $B --key once --body small.txt --if-none-match '*';
      refused ${api} put-object --bucket $B --key once --body small.txt --if-none-match '*'`,
    "put-object --checksum-algorithm": `${api} put-object --bucket $B --key summed --body small.txt --checksum-algorithm SHA256;
      ${api} head-object --bucket $B --key summed --checksum-mode ENABLED | grep ChecksumSHA256`,
    "get-object-attributes":
      `${api} get-object-attributes --bucket $B --key big.bin --object-attributes ETag ObjectSize ObjectParts | grep ` +
      "20971520",
    "tags of objects": `${api} put-object-tagging --bucket $B --key meta --tagging 'TagSet=[{Key=team,Value=red}]';
      ${api} get-object-tagging --bucket $B --key meta | grep red;
      ${api} delete-object-tagging --bucket $B --key meta`,
    "tags of buckets": `${api} put-bucket-tagging --bucket $B --tagging 'TagSet=[{Key=team,Value=red}]';
      ${api} get-bucket-tagging --bucket $B | grep red; ${api} delete-bucket-tagging --bucket $B`,
    "bucket policy": `${api} put-bucket-policy --bucket $B --policy '${readPolicy}'; curl -sSf $ENDPOINT/$B/meta | cmp - small.txt;
      ${api} get-bucket-policy --bucket $B; ${api} delete-bucket-policy --bucket $B;
      refused curl -sSf $ENDPOINT/$B/meta`,
    "CORS rules": `${api} put-bucket-cors --bucket $B --cors-configuration '{"CORSRules":[{"AllowedOrigins":["https://a.example"],"AllowedMethods":["GET"]}]}';
      curl -sSf -X OPTIONS -H 'Origin: https://a.example' -H 'Access-Control-Request-Method: GET' -D - $ENDPOINT/$B/meta | grep -i 'access-control-allow-origin: https://a.example'`,
    "lifecycle rules": `${api} put-bucket-lifecycle-configuration --bucket $B --lifecycle-configuration '{"Rules":[{"ID":"old","Status":"Enabled","Filter":{"Prefix":"log/"},"Expiration":{"Days":30}}]}';
      ${api} get-bucket-lifecycle-configuration --bucket $B | grep old`,
    "default encryption": `${api} put-bucket-encryption --bucket $B --server-side-encryption-configuration '{"Rules":[{"ApplyServerSideEncryptionByDefault":{"SSEAlgorithm":"AES256"}}]}';
      aws s3 cp small.txt s3://$B/default; ${api} head-object --bucket $B --key default | grep AES256`,
    "website configuration": `${api} put-bucket-website --bucket $B --website-configuration '{"IndexDocument":{"Suffix":"index.html"}}';
      ${api} get-bucket-website --bucket $B | grep index.html; ${api} delete-bucket-website --bucket $B`,
    versions: `${api} create-bucket --bucket $B-v --create-bucket-configuration LocationConstraint=$REGION;
      ${api} put-bucket-versioning --bucket $B-v --versioning-configuration Status=Enabled;
      one=$(${api} put-object --bucket $B-v --key k --body small.txt --query VersionId --output text);
      ${api} put-object --bucket $B-v --key k --body big.bin;
      aws s3 rm s3://$B-v/k; ${api} get-object --bucket $B-v --key k --version-id $one out;
      cmp small.txt out; ${api} list-object-versions --bucket $B-v --query 'length(DeleteMarkers)' | grep -x 1`,
    "object lock": `${api} create-bucket --bucket $B-l --object-lock-enabled-for-bucket --create-bucket-configuration LocationConstraint=$REGION;
      v=$(${api} put-object --bucket $B-l --key k --body small.txt --query VersionId --output text);
      ${api} put-object-retention --bucket $B-l --key k --retention "Mode=GOVERNANCE,RetainUntilDate=$(date -u -d '+1 day' +%FT%TZ)";
      refused ${api} delete-object --bucket $B-l --key k --version-id $v;
      ${api} put-object-legal-hold --bucket $B-l --key k --legal-hold Status=ON;
      ${api} put-object-legal-hold --bucket $B-l --key k --legal-hold Status=OFF;
      ${api} delete-object --bucket $B-l --key k --version-id $v --bypass-governance-retention;
      ${api} delete-bucket --bucket $B-l`,
    "unfinished uploads": `u=$(${api} create-multipart-upload --bucket $B --key part --query UploadId --output text);
      ${api} upload-part --bucket $B --key part --upload-id $u --part-number 1 --body small.txt;
      ${api} list-multipart-uploads --bucket $B | grep $u; ${api} list-parts --bucket $B --key part --upload-id $u;
      ${api} abort-multipart-upload --bucket $B --key part --upload-id $u`,
    "delete-objects": `${api} delete-objects --bucket $B --delete '{"Objects":[{"Key":"meta"},{"Key":"once"}]}' | grep once`,
    "s3 rm --recursive": '[ -n "$(aws s3 rm --recursive s3://$B)" ]; [ -z "$(aws s3 ls --recursive s3://$B)" ]',
    "s3 rb --force": "aws s3 cp small.txt s3://$B/last; aws s3 rb --force s3://$B",
  }),
};
