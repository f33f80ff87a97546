// Signatures of S3 requests: what the object store, benchmarks and tests sign and check with.
export { cdnKey, presignUrl } from "./object-url.ts";
export {
  ALGORITHM,
  hmac,
  type SigningScope,
  scopeText,
  sha256,
  signingKey,
  stringToSign,
  UNSIGNED_PAYLOAD,
  uriEncode,
} from "./signature-v4.ts";
