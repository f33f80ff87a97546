import { createHash, createPrivateKey, createPublicKey, hkdfSync, type KeyObject, sign } from "node:crypto";
import type { Secrets } from "@fulmar/config";
import type { Machine } from "./machine.ts";

const SEED_BYTES = 32;
/** PKCS #8 of an Ed25519 key up to its seed (RFC 8410 §7). */
const BEFORE_SEED = Buffer.from("302e020100300506032b657004220420", "hex");
/** How long a token of identity holds. */
const TOKEN_SECONDS = 3_600;

/** A public key as a JSON Web Key (RFC 8037 §2). */
export interface PublicKey {
  readonly kty: "OKP";
  readonly crv: "Ed25519";
  /** Base64url. */
  readonly x: string;
  /** The key's thumbprint (RFC 7638). */
  readonly kid: string;
  readonly alg: "EdDSA";
  readonly use: "sig";
}

/** JSON Web Keys (RFC 7517 §5). */
export interface PublicKeys {
  readonly keys: readonly PublicKey[];
}

/**
 * The key of each secret of the installation, derived from it (HKDF-SHA-256): it needs no storage and rotates with the
 * secret (docs/adr/0034). A process that knows the new secret as the other one publishes its key before anybody signs
 * with it.
 */
function keysOf(secrets: Secrets): readonly [KeyObject, ...KeyObject[]] {
  const [first, ...others] = secrets;
  return [keyOf(first), ...others.map(keyOf)];
}

function keyOf(secret: string): KeyObject {
  const seed = Buffer.from(hkdfSync("sha256", secret, "", "fulmar identity documents", SEED_BYTES));
  return createPrivateKey({ key: Buffer.concat([BEFORE_SEED, seed]), format: "der", type: "pkcs8" });
}

/** The keys that verify identity documents of this installation, as `/.well-known/jwks.json` of the API shows them. */
export function identityKeys(secrets: Secrets): PublicKeys {
  return { keys: keysOf(secrets).map(toPublicKey) };
}

function toPublicKey(key: KeyObject): PublicKey {
  const { x = "" } = createPublicKey(key).export({ format: "jwk" });
  // The members that a thumbprint covers, in its order.
  const kid = createHash("sha256")
    .update(JSON.stringify({ crv: "Ed25519", kty: "OKP", x }))
    .digest("base64url");
  return { kty: "OKP", crv: "Ed25519", x, kid, alg: "EdDSA", use: "sig" };
}

/** Signs what a machine is, by the installation's first secret. */
export class IdentitySigner {
  readonly #key: KeyObject;
  readonly #kid: string;
  readonly #issuer: string;

  /** @param issuer the API's URL for clients, below which the keys are published */
  constructor(secrets: Secrets, issuer: string) {
    [this.#key] = keysOf(secrets);
    this.#kid = toPublicKey(this.#key).kid;
    this.#issuer = issuer;
  }

  /** The document in the form of EC2's. It says nothing of when it was asked for, so it is the same every time. */
  document(machine: Machine): string {
    const document = {
      accountId: machine.workspaceId,
      availabilityZone: machine.site.id,
      imageId: machine.imageId,
      instanceId: machine.id,
      instanceType: machine.planId,
      issuer: this.#issuer,
      pendingTime: machine.createdAt,
      privateIp: machine.interfaces[0]?.address ?? null,
      region: machine.site.location,
      version: "2017-09-30",
    };
    return JSON.stringify(document, undefined, 2);
  }

  /** @returns the Ed25519 signature (RFC 8032) of a text's bytes, in base64 */
  signature(text: string): string {
    return sign(null, Buffer.from(text), this.#key).toString("base64");
  }

  /** A text signed as a compact JWS (RFC 7515 §7.1). @param type its media type, without `application/` */
  signed(type: "JWT" | "json", text: string): string {
    const header = JSON.stringify({ alg: "EdDSA", typ: type, kid: this.#kid });
    const signed = [header, text].map((part) => Buffer.from(part).toString("base64url")).join(".");
    return `${signed}.${sign(null, Buffer.from(signed), this.#key).toString("base64url")}`;
  }

  /** A token (RFC 7519) by which a machine shows one service, the audience, who it is, for an hour. */
  token(machine: Machine, audience: string, nowMs = Date.now()): string {
    const now = Math.floor(nowMs / 1_000);
    const claims = {
      ...{ iss: this.#issuer, sub: machine.id, aud: audience, iat: now, nbf: now, exp: now + TOKEN_SECONDS },
      name: machine.name,
      workspace_id: machine.workspaceId,
      site_id: machine.site.id,
      plan_id: machine.planId,
      template_id: machine.imageId,
      private_ip: machine.interfaces[0]?.address ?? null,
      created_at: machine.createdAt,
    };
    return this.signed("JWT", JSON.stringify(claims));
  }
}
