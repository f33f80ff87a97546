import { createHash, createPrivateKey, X509Certificate } from "node:crypto";
import { isIP } from "node:net";
import type { CertificateDocument, ChallengeDocument, DistributionDocument } from "@fulmar/edge-protocol";
import { objectPath } from "./canonical-path.ts";
import type { PushedPurges } from "./purge-ledger.ts";

/**
 * A distribution in the form that lua/edge reads. Fields without a value are left out: lua would take null for true.
 */
export function pushedDistribution(id: string, document: DistributionDocument, purges: PushedPurges, epoch: string) {
  const { origin, access, website, cachePolicy } = document;
  const where = originOf(origin);
  // Another origin or policy has other answers, so it has a cache of its own.
  const cache = { id, policy: cachePolicy, ...where, secretAccessKey: undefined, accessKeyId: undefined };
  const error = website.spa ? null : website.errorDocument;
  const hasWebsite = origin.type === "bucket" && (website.spa || error !== null);
  return {
    id,
    enabled: document.enabled,
    hosts: document.hosts.map((host) => host.toLowerCase()),
    ...(document.commonPath === null ? {} : { commonPath: document.commonPath }),
    cacheId: `${epoch}.${createHash("sha256").update(JSON.stringify(cache)).digest("base64url").slice(0, 22)}`,
    policy: cachePolicy,
    ...where,
    ...(access === null ? {} : { access: accessOf(access) }),
    index: objectPath(website.indexDocument).slice(1),
    site: hasWebsite,
    spa: hasWebsite && website.spa,
    ...(error === null ? {} : { error: objectPath(error) }),
    redirects: website.redirects,
    headers: website.headers,
    purges,
  };
}

function originOf(origin: DistributionDocument["origin"]) {
  const text = origin.type === "bucket" ? origin.endpoint : origin.url;
  if (!URL.canParse(text)) throw new Error(`The origin ${JSON.stringify(text)} is no URL.`);
  const url = new URL(text);
  const scheme = url.protocol.slice(0, -1);
  if (scheme !== "http" && scheme !== "https")
    throw new Error(`The origin ${text} is reached by neither HTTP nor HTTPS.`);
  const host = url.hostname.replace(/^\[(.*)\]$/, "$1").replace(/\.$/, "");
  const where = {
    scheme,
    host,
    authority: url.host,
    port: Number(url.port === "" ? (scheme === "https" ? 443 : 80) : url.port),
    ...(isIP(host) === 0 ? {} : { literal: host }),
  };
  if (origin.type === "custom") return { kind: origin.type, ...where, base: url.pathname.replace(/\/$/, "") };
  const { region, bucket, accessKeyId, secretAccessKey } = origin;
  return { kind: origin.type, ...where, region, bucket, accessKeyId, secretAccessKey };
}

function accessOf({ isPublic, keys, endedSigners }: NonNullable<DistributionDocument["access"]>) {
  return {
    isPublic,
    endedSigners,
    keys: keys.map(({ keyId, key, validUntil }) => ({
      keyId,
      // As the query of a URL spells it.
      queryId: new URLSearchParams([["", keyId]]).toString().slice(1),
      key,
      ...(validUntil === null ? {} : { validUntil }),
    })),
  };
}

/** @throws Error when the chain or the key cannot be read, or they do not belong together */
export function pushedCertificate({ names, chainPem, privateKeyPem }: CertificateDocument) {
  const certificate = new X509Certificate(chainPem);
  if (!certificate.checkPrivateKey(createPrivateKey(privateKeyPem)))
    throw new Error("The private key is not the certificate's.");
  return { names: names.map((name) => name.toLowerCase()), chainPem, privateKeyPem };
}

export function pushedChallenge({ domain, keyAuthorization }: ChallengeDocument) {
  return { domain: domain.toLowerCase(), keyAuthorization };
}
