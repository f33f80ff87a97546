import { gzipSync } from "node:zlib";
import type { APIRequestContext } from "@playwright/test";
import { expect, signedIn, test, uniqueName } from "../src/fixtures.ts";
import { made } from "../src/vm.ts";

signedIn();

/** The limit on a page's initial JavaScript, compressed, including the frame around the page. */
const MOST_BYTES = 215 * 1024;

/** Every page of the navigation, the forms that users begin with, and pages with both a table and a form. */
const PAGES = [
  "",
  "map",
  "cloud-vms",
  "cloud-vms/new",
  "gpu-vms",
  "gpu-vms/new",
  "operations",
  "volumes",
  "buckets",
  "access-keys",
  "vpcs",
  "reserved-ips",
  "firewall-groups",
  "load-balancers",
  "cdn",
  "dns-zones",
  "secret-stores",
  "audit",
  "api-tokens",
  "api-tokens/new",
  "billing",
  "settings/organization",
  "settings/activity",
  "settings/members",
] as const;
const OWN_PAGES = ["/account/profile", "/account/security"] as const;

/** The scripts that a document references, by address, without those for old browsers. */
function scriptsOf(html: string): string[] {
  const sources = [...html.matchAll(/<script\b[^>]*>/g)].flatMap(([tag]) =>
    /\bnomodule\b/i.test(tag) ? [] : (/\bsrc="([^"]+)"/.exec(tag)?.[1] ?? []),
  );
  return [...new Set(sources)];
}

async function compressedSize(request: APIRequestContext, path: string): Promise<number> {
  const response = await request.get(path.replaceAll("&amp;", "&"));
  expect(response.status(), path).toBe(200);
  return gzipSync(await response.body()).length;
}

test("the initial JavaScript of every page is at most 215 KB", async ({ page, credentials, api }) => {
  test.skip(
    process.env.FULMAR_E2E_RUNNING !== undefined,
    "an installation in development serves its scripts whole, with what helps developers",
  );
  const sizes = new Map<string, number>();
  const table: { page: string; scripts: number; kilobytes: number }[] = [];
  const bucket = uniqueName("measured");
  await made(api, "/object-storage/buckets", { name: bucket, region: "eu-central-1" });
  const store = await made(api, "/secret-store/stores", { name: uniqueName("measured") });
  const secret = await made(api, `/secret-store/stores/${store.id}/secrets`, { key: "measured", value: "x" });
  const distribution = await made(api, "/cdn/distributions", {
    ...{ name: uniqueName("measured"), origin_type: "bucket", origin_id: bucket, cache_policy: "static-assets" },
  });
  const secrets = `secret-stores/${store.id}/secrets`;
  const ofThese = [
    `buckets/${bucket}/objects`,
    `${secrets}/new`,
    `${secrets}/${secret.id}/versions`,
    `cdn/${distribution.id}/purge`,
  ];
  const ofWorkspace = [...PAGES, ...ofThese].map((each) => `/workspaces/${credentials.workspace_id}/${each}`);
  for (const path of [...ofWorkspace, ...OWN_PAGES]) {
    const response = await page.request.get(path);
    expect(response.status(), path).toBe(200);
    const scripts = scriptsOf(await response.text());
    expect(scripts.length, path).toBeGreaterThan(0);
    for (const script of scripts) if (!sizes.has(script)) sizes.set(script, await compressedSize(page.request, script));
    const bytes = scripts.reduce((sum, script) => sum + (sizes.get(script) ?? 0), 0);
    table.push({ page: path, scripts: scripts.length, kilobytes: Math.round(bytes / 102.4) / 10 });
  }
  console.table(table);
  expect(table.filter(({ kilobytes }) => kilobytes > MOST_BYTES / 1024)).toEqual([]);
});
