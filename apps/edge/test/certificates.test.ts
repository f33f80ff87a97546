// Certificates of custom domains: ordered by the worker from an authority, whose challenges an agent's nginx answers.
import { X509Certificate } from "node:crypto";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { connect } from "node:tls";
import { loadConfiguration } from "@fulmar/config";
import { createWorkerServices } from "@fulmar/core/worker";
import { needs } from "@fulmar/testkit";
import { type AcmeServer, startAcmeServer } from "@fulmar/testkit/acme";
import { afterAll, afterEach, beforeEach, describe, expect, test } from "vitest";
import { lacking, NGINX } from "../src/cdn/cdn-fixture.ts";
import { cdnInstallation } from "./cdn-installation.ts";
import { hasPebble, startPebble } from "./pebble.ts";

const DAY_MS = 86_400_000;
/** Keeps the TXT records of a zone as files beside itself. */
const HOOK = `#!/bin/sh
cd "$(dirname "$0")"
if [ -e broken ]; then echo "The zone is locked." >&2; exit 1; fi
case $1 in
  present) printf %s "$3" > "$2" ;;
  remove) rm -f "$2" ;;
esac
`;

const partsOf = (text: string) => {
  const [, status = "", body = ""] = /^HTTP\/1\.1 (\d+)[\s\S]*?\r\n\r\n([\s\S]*)$/.exec(text) ?? [];
  return { status, text: body };
};

/** The steps of tests of custom domains. */
function domainsOf({ api, cdn, post, upload, distributionOf, tlsPort }: ReturnType<typeof cdnInstallation>) {
  let names = 0;
  const left: string[] = [];
  const query = (text: string, values: unknown[] = []) => api().database.pool.query(text, values);
  const check = () => api().reconcile("check-domains");
  return {
    query,
    check,
    /** A domain of a distribution with a public object. Its DNS records are there, and it is not checked yet. */
    async proved(domain = `www${++names}.shop.test`) {
      const bucket = await cdn.bucket({ is_public: true });
      const { id, default_domain } = await distributionOf(bucket);
      await upload(bucket, "a.txt", `of ${domain}`);
      const path = cdn.at(id, "/custom-domains");
      await post(path, { domain });
      left.push(`${path}/${domain}`);
      const state = async () => (await api().request("GET", `${path}/${domain}`)).body;
      for (const { type, name, value } of (await state()).dns_records)
        await query("INSERT INTO simulated.dns_record VALUES ($1, $2, $3)", [name, type, value]);
      return { id, domain, path, default_domain, state };
    },
    /** Removes all domains, so that the authority hears of a test's own domains only. */
    async removeAll() {
      for (const path of left.splice(0)) await api().request("DELETE", path);
    },
    /** Makes the next check of a domain due. */
    soon: (domain: string) =>
      query("UPDATE cdn_custom_domain SET check_at = now(), check_waited = false WHERE domain = $1", [domain]),
    /** A visit by HTTPS, which ends when the certificate is not the domain's, or not of the authority. */
    visit: (domain: string, authorityPem: string) =>
      new Promise<{ readonly status: string; readonly text: string; readonly serial: string }>((resolve, reject) => {
        const options = { host: "127.0.0.1", port: tlsPort(), servername: domain, ca: authorityPem };
        const socket = connect(options, () => {
          const serial = new X509Certificate(socket.getPeerCertificate().raw).serialNumber;
          let text = "";
          socket.on("data", (data) => {
            text += String(data);
          });
          socket.on("end", () => resolve({ ...partsOf(text), serial }));
          socket.write(`GET /a.txt HTTP/1.1\r\nHost: ${domain}\r\nConnection: close\r\n\r\n`);
        });
        socket.on("error", reject);
      }),
  };
}

describe("a custom domain", needs(NGINX, lacking.length === 0), () => {
  let authority: AcmeServer;
  let http = "";
  const zone = mkdtempSync(join(tmpdir(), "fulmar-zone-"));
  const installation = cdnInstallation({
    async environmentOf(address) {
      http = address;
      authority = await startAcmeServer(address);
      authority.lookUp = async (name) => {
        const file = join(zone, name);
        return existsSync(file) ? [readFileSync(file, "utf8")] : [];
      };
      const FULMAR_ACME_DNS_HOOK = join(zone, "hook");
      writeFileSync(FULMAR_ACME_DNS_HOOK, HOOK, { mode: 0o700 });
      return {
        ...{ FULMAR_ACME_DIRECTORY: authority.directoryUrl, FULMAR_ACME_EMAIL: "ops@example.com" },
        FULMAR_ACME_DNS_HOOK,
      };
    },
  });
  const { query, check, proved, removeAll, soon, visit } = domainsOf(installation);
  beforeEach(() => {
    Object.assign(authority, { refusal: undefined, visit: http, lifeMs: 90 * DAY_MS });
    authority.asked.length = 0;
  });
  afterEach(removeAll);
  afterAll(async () => {
    await authority.stop();
    rmSync(zone, { recursive: true });
  });
  const ordered = () => authority.asked.filter((what) => what === "finalize").length;

  async function served() {
    const one = await proved();
    await check();
    expect(await one.state()).toMatchObject({ status: "active", tls_status: "issued", problem: null });
    await installation.api().reconcile("deploy-distributions");
    return one;
  }

  test("is served by HTTPS with a certificate of the authority", async () => {
    const { domain, state } = await served();
    expect(await visit(domain, authority.rootPem)).toMatchObject({ status: "200", text: `of ${domain}` });
    expect(Date.parse((await state()).certificate_expires_at) - Date.now()).toBeGreaterThan(89 * DAY_MS);
    expect(authority.contacts).toEqual([["mailto:ops@example.com"]]);
    const told = () => query("SELECT issuer, expires_at FROM edge_certificate WHERE name = $1", [domain]);
    await expect.poll(async () => (await told()).rows.length, { timeout: 30_000 }).toBe(1);
    const [{ issuer, expires_at }] = (await told()).rows;
    expect(issuer).not.toBe("");
    expect(expires_at.toISOString()).toBe((await state()).certificate_expires_at);
  });

  test("gets a new certificate at two thirds of the life, and not before", async () => {
    const { domain, state } = await served();
    const first = await visit(domain, authority.rootPem);
    await soon(domain);
    await check();
    expect([await visit(domain, authority.rootPem), ordered()]).toEqual([first, 1]);
    const { rows } = await query("SELECT renew_at, expires_at FROM acme_certificate WHERE certificate_id = $1", [
      domain,
    ]);
    expect((rows[0].expires_at - rows[0].renew_at) / DAY_MS).toBeCloseTo(30, 1);
    await query("UPDATE acme_certificate SET renew_at = now() WHERE certificate_id = $1", [domain]);
    await soon(domain);
    await check();
    expect(await state()).toMatchObject({ status: "active", tls_status: "issued" });
    expect((await visit(domain, authority.rootPem)).serial).not.toBe(first.serial);
  });

  test("tells the authority's refusal and the next try, which comes later each time", async () => {
    const { domain, state } = await proved();
    authority.refusal = { type: "rateLimited", detail: "too many certificates for this domain" };
    const minutes: number[] = [];
    for (let tries = 0; tries < 3; tries++) {
      await query("UPDATE acme_certificate SET next_try_at = now() WHERE certificate_id = $1", [domain]);
      await soon(domain);
      await check();
      const { status, problem } = await state();
      expect(status).toBe("pending_tls");
      const [, next = ""] =
        /^The certificate authority did not issue a certificate: too many certificates for this domain\. The next try is at (.*)\.$/.exec(
          problem,
        ) ?? [];
      minutes.push(Math.round((Date.parse(next) - Date.now()) / 60_000));
    }
    expect(minutes).toEqual([15, 30, 60]);
    const asked = authority.asked.length;
    authority.refusal = undefined;
    await soon(domain);
    await check();
    expect([(await state()).status, authority.asked.length]).toEqual(["pending_tls", asked]);
    await query("UPDATE acme_certificate SET next_try_at = now() WHERE certificate_id = $1", [domain]);
    await soon(domain);
    await check();
    expect(await state()).toMatchObject({ status: "active", problem: null });
  });

  test("tells what the authority saw when its visit failed", async () => {
    const { domain, state } = await proved();
    authority.visit = "127.0.0.1:1";
    await check();
    expect((await state()).problem).toMatch(`${domain} did not answer the challenge: connect ECONNREFUSED`);
    const { rows } = await query("SELECT 1 FROM edge_document WHERE kind = 'challenge' AND body_sealed IS NOT NULL");
    expect(rows).toEqual([]);
  });

  test("keeps its certificate while the renewal fails", async () => {
    const { domain, state } = await served();
    await query("UPDATE acme_certificate SET renew_at = now() WHERE certificate_id = $1", [domain]);
    await soon(domain);
    authority.refusal = { type: "serverInternal", detail: "The authority is being repaired." };
    await check();
    expect(await state()).toMatchObject({
      status: "active",
      tls_status: "renewing",
      problem: expect.stringContaining("The authority is being repaired."),
    });
    expect((await visit(domain, authority.rootPem)).status).toBe("200");
  });

  test("gets the certificate of the order that an ended worker left", async () => {
    const { domain, state } = await proved();
    const { databaseUrl, database } = installation.api();
    const configuration = loadConfiguration({
      DATABASE_URL: databaseUrl,
      FULMAR_SECRET: "a secret of tests, long enough to be one",
      FULMAR_ACME_DIRECTORY: authority.directoryUrl,
      FULMAR_ACME_EMAIL: "ops@example.com",
    });
    const { cdn } = createWorkerServices(database, configuration);
    const ending = new AbortController();
    authority.beforeCertificate = async () => {
      authority.beforeCertificate = async () => undefined;
      ending.abort(new Error("The worker ends."));
      throw new Error("The connection is gone.");
    };
    await expect(cdn.certificates.obtain(domain, ending.signal)).rejects.toThrow("The worker ends.");
    await soon(domain);
    await check();
    expect([await state(), ordered()]).toMatchObject([{ status: "active" }, 1]);
  });

  test("the CDN's own names get a certificate by the operator's hook", async () => {
    const { default_domain } = await proved();
    const own = () => installation.api().reconcile("order-cdn-certificate");
    const renew = () => query("UPDATE acme_certificate SET next_try_at = now(), renew_at = now()");
    const visited = async () =>
      Promise.all(
        ["cdn.localhost", default_domain].map((name) =>
          visit(name, authority.rootPem).then(
            ({ serial }) => serial,
            () => "none",
          ),
        ),
      );
    writeFileSync(join(zone, "broken"), "");
    await expect(own()).rejects.toThrow(
      /FULMAR_ACME_DNS_HOOK failed to present the record _acme-challenge\.cdn\.localhost: The zone is locked\. The next try is at /,
    );
    expect(await visited()).toEqual(["none", "none"]);
    rmSync(join(zone, "broken"));
    await renew();
    await own();
    const [first, other] = await visited();
    expect([first, other]).toEqual([expect.stringMatching(/^[0-9A-F]+$/), first]);
    expect(readdirSync(zone)).toEqual(["hook"]);

    await installation.api().reconcile("forget-edge-documents");
    await own();
    expect(ordered()).toBe(1);
    await renew();
    await own();
    expect((await visited())[0]).not.toBe(first);
  });

  test("has no certificate after it was removed", async () => {
    const { domain, path } = await served();
    await installation.api().request("DELETE", `${path}/${domain}`);
    await installation.api().reconcile("forget-edge-documents");
    await expect
      .poll(() =>
        visit(domain, authority.rootPem).then(
          () => "served",
          (error) => error.code,
        ),
      )
      .toMatch(/^ERR_SSL|ECONNRESET/);
    expect((await query("SELECT 1 FROM acme_certificate WHERE certificate_id = $1", [domain])).rows).toEqual([]);
  });
});

describe("Pebble", needs(`Pebble and ${NGINX}`, lacking.length === 0 && hasPebble), () => {
  const DOMAIN = "www.pebble.test";
  let authority: Awaited<ReturnType<typeof startPebble>>;
  const installation = cdnInstallation({
    async environmentOf(http) {
      authority = await startPebble(http);
      return { FULMAR_ACME_DIRECTORY: authority.directoryUrl };
    },
  });
  const { check, proved, soon, visit, query } = domainsOf(installation);
  afterAll(() => authority.stop());

  test("issues certificates, which are renewed", async () => {
    const { domain, state } = await proved(DOMAIN);
    await check();
    expect(await state()).toMatchObject({ status: "active", tls_status: "issued", problem: null });
    await installation.api().reconcile("deploy-distributions");
    const first = await visit(domain, authority.rootPem);
    expect(first).toMatchObject({ status: "200", text: `of ${DOMAIN}` });
    await query("UPDATE acme_certificate SET renew_at = now()");
    await soon(domain);
    await check();
    expect((await visit(domain, authority.rootPem)).serial).not.toBe(first.serial);
  });
});
