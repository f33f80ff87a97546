import { createHash, createPublicKey, type JsonWebKey, type KeyObject, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingMessage, request, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as x509 from "@peculiar/x509";

/** A certificate authority that speaks as much of ACME (RFC 8555) as a client needs for HTTP and DNS challenges. */
export interface AcmeServer {
  readonly directoryUrl: string;
  /** The certificate that signs all others, in PEM. */
  readonly rootPem: string;
  /** How long the next certificates are valid. */
  lifeMs: number;
  /** The next orders are refused with this problem, such as `rateLimited` and a sentence; undefined: they are not. */
  refusal: { readonly type: string; readonly detail: string } | undefined;
  /** Where all domains answer, such as `127.0.0.1:8080`. */
  visit: string;
  /** The TXT records of a name. */
  lookUp: (name: string) => Promise<readonly string[]>;
  /** Awaited before a certificate is sent. */
  beforeCertificate: () => Promise<void>;
  /** The requests so far, by the last part of their path, such as `order`. */
  readonly asked: string[];
  /** The contacts of the accounts. */
  readonly contacts: (readonly string[])[];
  stop(): Promise<void>;
}

interface Authorization {
  /** As in the order, such as *.example.com. */
  readonly name: string;
  readonly token: string;
  status: "pending" | "valid" | "invalid";
  error?: { readonly type: string; readonly detail: string };
}

interface Order {
  readonly authorizations: readonly Authorization[];
  certificatePem?: string;
}

interface Account {
  readonly key: KeyObject;
  readonly thumbprint: string;
}

const ALGORITHM = { name: "ECDSA", namedCurve: "P-256", hash: "SHA-256" };
const DAY_MS = 86_400_000;

/** Starts an authority. It reads challenges like a real one, but every domain is at one address, `visit`. */
export async function startAcmeServer(visit: string): Promise<AcmeServer> {
  const keys = await crypto.subtle.generateKey(ALGORITHM, true, ["sign", "verify"]);
  const name = "CN=An authority for tests";
  const root = await x509.X509CertificateGenerator.createSelfSigned({
    ...{ name, keys, signingAlgorithm: ALGORITHM, serialNumber: "01" },
    extensions: [new x509.BasicConstraintsExtension(true, 1, true)],
  });
  const accounts: Account[] = [];
  const orders: Order[] = [];
  const nonces = new Set<string>();
  let base = "";

  async function issue(csr: Buffer<ArrayBuffer>, domains: readonly string[]): Promise<string> {
    const asked = new x509.Pkcs10CertificateRequest(csr);
    if (!(await asked.verify())) throw new Problem("badCSR", "The request is not signed by its key.");
    const extension = asked.extensions.find((one) => one instanceof x509.SubjectAlternativeNameExtension);
    const names = extension?.names.items.map(({ value }) => value) ?? [];
    if (names.toSorted().join() !== domains.toSorted().join())
      throw new Problem("badCSR", `The request is for ${names}.`);
    const certificate = await x509.X509CertificateGenerator.create({
      ...{ issuer: name, subject: "", publicKey: asked.publicKey, signingKey: keys.privateKey },
      ...{ signingAlgorithm: ALGORITHM, serialNumber: randomBytes(8).toString("hex") },
      notBefore: new Date(),
      notAfter: new Date(Date.now() + server.lifeMs),
      extensions: [new x509.SubjectAlternativeNameExtension(names.map((value) => ({ type: "dns" as const, value })))],
    });
    return `${certificate.toString("pem")}\n${root.toString("pem")}\n`;
  }

  async function validate(one: Authorization, type: string, { thumbprint }: Account): Promise<void> {
    const answer = `${one.token}.${thumbprint}`;
    const host = hostOf(one);
    try {
      if (type === "dns-01") {
        const digest = createHash("sha256").update(answer).digest("base64url");
        const found = await server.lookUp(`_acme-challenge.${host}`);
        if (!found.includes(digest)) throw new Error(`the TXT records are ${JSON.stringify(found)}`);
      } else {
        const text = await read(server.visit, host, `/.well-known/acme-challenge/${one.token}`);
        if (text !== answer) throw new Error(`the answer is ${JSON.stringify(text)}`);
      }
      one.status = "valid";
    } catch (error) {
      const detail = `${host} did not answer the challenge: ${error instanceof Error ? error.message : error}`;
      Object.assign(one, { status: "invalid", error: { type: `${ERROR}unauthorized`, detail } });
    }
  }

  const statusOf = ({ authorizations, certificatePem }: Order) => {
    if (certificatePem !== undefined) return "valid";
    if (authorizations.some(({ status }) => status === "invalid")) return "invalid";
    return authorizations.every(({ status }) => status === "valid") ? "ready" : "pending";
  };
  const orderBody = (order: Order, index: number) => ({
    status: statusOf(order),
    identifiers: order.authorizations.map(({ name: value }) => ({ type: "dns", value })),
    authorizations: order.authorizations.map((_, place) => `${base}/authorization/${index}-${place}`),
    finalize: `${base}/finalize/${index}`,
    ...(order.certificatePem && { certificate: `${base}/certificate/${index}` }),
  });
  const challengeBody = ({ token, status, error }: Authorization, place: string, type = "http-01") => ({
    ...{ type, url: `${base}/challenge/${place}-${type}`, token, status },
    ...(error && { error }),
  });

  async function answer(message: IncomingMessage, response: ServerResponse): Promise<void> {
    const send = (status: number, body: unknown, location?: string) => {
      const text = typeof body === "string" ? body : JSON.stringify(body);
      response.writeHead(status, {
        "content-type": typeof body === "string" ? "application/pem-certificate-chain" : "application/json",
        ...(location && { location }),
      });
      response.end(text);
    };
    const nonce = randomBytes(12).toString("base64url");
    nonces.add(nonce);
    response.setHeader("replay-nonce", nonce);
    const [, what = "", id = ""] = message.url?.split("/") ?? [];
    server.asked.push(what);
    if (what === "directory") {
      const at = (path: string) => `${base}/${path}`;
      return send(200, { newNonce: at("nonce"), newAccount: at("account"), newOrder: at("order"), meta: {} });
    }
    if (what === "nonce") return send(200, "");
    const { payload, account, key } = await signed(message);
    if (what === "account") {
      const thumbprint = thumbprintOf(key);
      let index = accounts.findIndex((known) => known.thumbprint === thumbprint);
      if (index === -1) {
        index = accounts.push({ key: createPublicKey({ key, format: "jwk" }), thumbprint }) - 1;
        server.contacts.push(payload.contact ?? []);
      }
      return send(201, { status: "valid" }, `${base}/account/${index}`);
    }
    if (account === undefined) throw new Problem("accountDoesNotExist", "The account does not exist.");
    if (what === "order" && id === "") {
      if (server.refusal) throw new Problem(server.refusal.type, server.refusal.detail);
      const authorizations = payload.identifiers.map(({ value: name }: { readonly value: string }) => ({
        ...{ name, token: randomBytes(16).toString("base64url"), status: "pending" },
      }));
      const index = orders.push({ authorizations }) - 1;
      return send(201, orderBody(orders[index] as Order, index), `${base}/order/${index}`);
    }
    const [place = "", authorized = "", ...type] = id.split("-");
    const index = Number(place);
    const order = orders[index];
    if (order === undefined) throw new Problem("malformed", "There is no such order.");
    const one = order.authorizations[Number(authorized)];
    if (what === "order") return send(200, orderBody(order, index));
    if (what === "authorization" && one)
      return send(200, {
        ...{ identifier: { type: "dns", value: hostOf(one) }, status: one.status },
        challenges: [challengeBody(one, id, "dns-01"), challengeBody(one, id)],
      });
    if (what === "challenge" && one) {
      if (Object.keys(payload).length === 0 && one.status === "pending") await validate(one, type.join("-"), account);
      return send(200, challengeBody(one, `${place}-${authorized}`, type.join("-")));
    }
    if (what === "finalize") {
      if (statusOf(order) !== "ready") throw new Problem("orderNotReady", "The order is not ready.");
      const names = order.authorizations.map(({ name: wanted }) => wanted);
      order.certificatePem = await issue(Buffer.from(payload.csr, "base64url"), names);
      return send(200, orderBody(order, index));
    }
    if (what === "certificate" && order.certificatePem) {
      await server.beforeCertificate();
      return send(200, order.certificatePem);
    }
    throw new Problem("malformed", `There is no ${what}.`);
  }

  /** Checks a request's signature, nonce and URL (RFC 8555 §6.2). An account signs by its URL, a new one by its key. */
  async function signed(message: IncomingMessage) {
    let text = "";
    for await (const chunk of message) text += chunk;
    const { protected: head, payload, signature } = JSON.parse(text);
    const { nonce, url, kid, jwk } = JSON.parse(Buffer.from(head, "base64url").toString());
    if (!nonces.delete(nonce)) throw new Problem("badNonce", "The nonce is not known.");
    if (url !== `${base}${message.url}`) throw new Problem("unauthorized", "The request is for another URL.");
    const account = accounts.find((_, index) => kid === `${base}/account/${index}`);
    const key = account?.key ?? (jwk && createPublicKey({ key: jwk as JsonWebKey, format: "jwk" }));
    if (key === undefined) throw new Problem("accountDoesNotExist", "The account does not exist.");
    const isRight = verify(
      "sha256",
      Buffer.from(`${head}.${payload}`),
      { key, dsaEncoding: "ieee-p1363" },
      Buffer.from(signature, "base64url"),
    );
    if (!isRight) throw new Problem("malformed", "The signature is wrong.");
    return {
      payload: payload === "" ? {} : JSON.parse(Buffer.from(payload, "base64url").toString()),
      account,
      key: jwk,
    };
  }

  const listener = createServer((message, response) => {
    answer(message, response).catch((error: unknown) => {
      const {
        type,
        status,
        message: detail,
      } = error instanceof Problem ? error : new Problem("serverInternal", String(error));
      response.writeHead(status, { "content-type": "application/problem+json" });
      response.end(JSON.stringify({ type: `${ERROR}${type}`, detail }));
    });
  });
  await new Promise<void>((resolve) => listener.listen(0, "127.0.0.1", resolve));
  base = `http://127.0.0.1:${(listener.address() as AddressInfo).port}`;
  const server: AcmeServer = {
    directoryUrl: `${base}/directory`,
    rootPem: root.toString("pem"),
    lifeMs: 90 * DAY_MS,
    refusal: undefined,
    visit,
    lookUp: async () => [],
    beforeCertificate: async () => undefined,
    asked: [],
    contacts: [],
    stop() {
      listener.closeAllConnections();
      return new Promise((resolve) => listener.close(() => resolve()));
    },
  };
  return server;
}

/** A wildcard is proved at the name before it. */
const hostOf = ({ name }: Authorization) => name.replace(/^\*\./, "");

const ERROR = "urn:ietf:params:acme:error:";

class Problem extends Error {
  readonly type: string;
  readonly status: number;

  constructor(type: string, detail: string) {
    super(detail);
    this.type = type;
    this.status = type === "rateLimited" ? 429 : type === "serverInternal" ? 500 : 400;
  }
}

function thumbprintOf({ crv, kty, x, y }: JsonWebKey): string {
  return createHash("sha256").update(JSON.stringify({ crv, kty, x, y })).digest("base64url");
}

function read(at: string, host: string, path: string): Promise<string> {
  const { hostname, port } = new URL(`http://${at}`);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers: { host }, agent: false }, async (response) => {
      let text = "";
      for await (const chunk of response) text += chunk;
      if (response.statusCode === 200) resolve(text);
      else reject(new Error(`the status is ${response.statusCode}`));
    });
    sent.on("error", reject).end();
  });
}
