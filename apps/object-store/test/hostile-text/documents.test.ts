// Hostile text in the documents of requests: each request is answered or refused, and none is an error of the store.
// FULMAR_SEED repeats a run, and FULMAR_STEPS makes a longer one.
import { createHash } from "node:crypto";
import fc from "fast-check";
import { test } from "vitest";
import { hostileStore } from "./hostile-fixture.ts";
import { changed, hostile } from "./hostile-words.ts";

const { Bucket, uploadId, check } = await hostileStore();

/** A document whose texts are hostile and whose elements are as they should be, or the other way round. */
const documentLike = (valid: string) => {
  const texts = [...valid.matchAll(/>([^<]+)</g)].map(([, text = ""]) => text);
  const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
  const inPlace = fc.tuple(fc.nat(Math.max(texts.length - 1, 0)), hostile).map(([index, text]) => {
    let place = 0;
    return valid.replaceAll(/>([^<]+)</g, (whole) => (place++ === index ? `>${escaped(text)}<` : whole));
  });
  return fc.oneof(inPlace, changed(valid), hostile);
};

const tag = "<Tag><Key>a</Key><Value>b</Value></Tag>";
const owner = `<Owner><ID>1</ID></Owner>`;
const DOCUMENTS: Readonly<Record<string, string>> = {
  "PUT bucket cors":
    "<CORSConfiguration><CORSRule><ID>i</ID><AllowedOrigin>https://*.example</AllowedOrigin>" +
    "<AllowedMethod>GET</AllowedMethod><AllowedHeader>x-*</AllowedHeader><ExposeHeader>ETag</ExposeHeader>" +
    "<MaxAgeSeconds>5</MaxAgeSeconds></CORSRule></CORSConfiguration>",
  "PUT bucket lifecycle":
    "<LifecycleConfiguration><Rule><ID>i</ID><Filter><And>" +
    `<Prefix>logs/</Prefix>${tag}<ObjectSizeGreaterThan>1</ObjectSizeGreaterThan></And></Filter>` +
    "<Status>Enabled</Status><Expiration><Days>3</Days></Expiration><NoncurrentVersionExpiration>" +
    "<NoncurrentDays>1</NoncurrentDays>" +
    "<NewerNoncurrentVersions>2</NewerNoncurrentVersions></NoncurrentVersionExpiration></Rule><Rule><ID>j</ID>" +
    "<Filter><Prefix>x</Prefix></Filter><Status>Enabled</Status><Expiration>" +
    "<Date>2100-01-01T00:00:00Z</Date></Expiration><AbortIncompleteMultipartUpload>" +
    "<DaysAfterInitiation>400</DaysAfterInitiation></AbortIncompleteMultipartUpload></Rule></LifecycleConfiguration>",
  "PUT bucket tagging": `<Tagging><TagSet>${tag}</TagSet></Tagging>`,
  "PUT object tagging": `<Tagging><TagSet>${tag}</TagSet></Tagging>`,
  "PUT bucket website":
    "<WebsiteConfiguration><IndexDocument><Suffix>o</Suffix></IndexDocument><ErrorDocument>" +
    "<Key>o</Key></ErrorDocument><RoutingRules><RoutingRule><Condition><KeyPrefixEquals>a</KeyPrefixEquals>" +
    "<HttpErrorCodeReturnedEquals>404</HttpErrorCodeReturnedEquals></Condition><Redirect><HostName>h</HostName>" +
    "<Protocol>https</Protocol><HttpRedirectCode>302</HttpRedirectCode>" +
    "<ReplaceKeyPrefixWith>b</ReplaceKeyPrefixWith></Redirect></RoutingRule></RoutingRules></WebsiteConfiguration>",
  "PUT bucket versioning": "<VersioningConfiguration><Status>Enabled</Status></VersioningConfiguration>",
  "PUT bucket object-lock":
    "<ObjectLockConfiguration><ObjectLockEnabled>Enabled</ObjectLockEnabled><Rule><DefaultRetention>" +
    "<Mode>GOVERNANCE</Mode><Days>1</Days></DefaultRetention></Rule></ObjectLockConfiguration>",
  "PUT bucket encryption":
    "<ServerSideEncryptionConfiguration><Rule><ApplyServerSideEncryptionByDefault>" +
    "<SSEAlgorithm>AES256</SSEAlgorithm></ApplyServerSideEncryptionByDefault></Rule></ServerSideEncryptionConfiguration>",
  "PUT bucket publicAccessBlock":
    "<PublicAccessBlockConfiguration><BlockPublicPolicy>false</BlockPublicPolicy></PublicAccessBlockConfiguration>",
  "PUT bucket ownershipControls":
    "<OwnershipControls><Rule><ObjectOwnership>BucketOwnerEnforced</ObjectOwnership></Rule></OwnershipControls>",
  "PUT bucket acl":
    `<AccessControlPolicy>${owner}<AccessControlList><Grant><Grantee><ID>1</ID></Grantee>` +
    "<Permission>FULL_CONTROL</Permission></Grant></AccessControlList></AccessControlPolicy>",
  "PUT object acl": `<AccessControlPolicy>${owner}<AccessControlList></AccessControlList></AccessControlPolicy>`,
  "PUT object retention":
    "<Retention><Mode>GOVERNANCE</Mode><RetainUntilDate>2030-01-01T00:00:00Z</RetainUntilDate></Retention>",
  "PUT object legal-hold": "<LegalHold><Status>OFF</Status></LegalHold>",
  "POST bucket delete":
    "<Delete><Quiet>true</Quiet><Object><Key>none</Key><VersionId>null</VersionId><ETag>e</ETag><Size>1</Size>" +
    "<LastModifiedTime>Thu, 01 Jan 1970 00:00:00 GMT</LastModifiedTime></Object></Delete>",
  "POST object uploadId":
    "<CompleteMultipartUpload><Part><PartNumber>1</PartNumber><ETag>e</ETag>" +
    "<ChecksumCRC32>AAAAAA==</ChecksumCRC32></Part></CompleteMultipartUpload>",
  "PUT bucket policy": JSON.stringify({
    Version: "2012-10-17",
    Id: "i",
    Statement: [
      {
        Sid: "s",
        Effect: "Deny",
        Principal: { AWS: ["*"] },
        Action: ["s3:GetObject"],
        Resource: [`arn:aws:s3:::${Bucket}/none*`],
        Condition: {
          StringLike: { "aws:UserAgent": ["*none?*"] },
          IpAddress: { "aws:SourceIp": "192.0.2.0/24" },
          DateLessThan: { "aws:CurrentTime": "2000-01-01T00:00:00Z" },
        },
      },
    ],
  }),
};

test.each(Object.keys(DOCUMENTS))("in the document of %s", (name) => {
  const [method = "", place, subresource = ""] = name.split(" ");
  const path = place === "bucket" ? `/${Bucket}` : subresource === "uploadId" ? `/${Bucket}/parts` : `/${Bucket}/o`;
  return check(
    documentLike(DOCUMENTS[name] ?? "").map((body) => ({
      ...{ method, path, body, query: [[subresource, subresource === "uploadId" ? uploadId : ""]] as const },
      headers: { "content-md5": createHash("md5").update(body).digest("base64") },
    })),
  );
});
