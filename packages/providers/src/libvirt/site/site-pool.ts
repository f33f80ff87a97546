import { type Pool, procedures } from "@fulmar/libvirt-rpc";
import { z } from "zod";
import { says } from "../client/libvirt-refusal.ts";
import type { SiteHost } from "../hosts/site-hosts.ts";
import { SITE_MARK } from "../hosts/storage-door.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { readRecord, writeRecord } from "../storage/records.ts";
import { element, readXml, textAt, writeXml } from "../xml/xml-document.ts";
import { unfit } from "./unfit.ts";

const SiteMark = z.object({ siteId: z.string() });

export function markOf(site: LibvirtSite, signal: AbortSignal) {
  return readRecord(site, SITE_MARK, SiteMark, signal);
}

/** Marks the pool as the site's. @throws ProviderError for that of another site */
export async function markPool(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  const mark = await markOf(site, signal);
  if (mark === undefined) await writeRecord(site, SITE_MARK, { siteId: site.siteId }, signal);
  else if (mark.siteId !== site.siteId)
    throw unfit(`The storage pool "${site.pool}" belongs to another site of Fulmar.`);
}

export async function findPool({ client }: SiteHost, name: string, signal: AbortSignal): Promise<Pool | undefined> {
  try {
    return (await client.call(procedures.poolLookupByName, { name }, signal)).pool;
  } catch (error) {
    if (says(error, "noPool")) return undefined;
    throw error;
  }
}

/** Makes the pool of a site on its first host, with its folder. Repeatable. */
export async function makePool(site: LibvirtSite, signal: AbortSignal): Promise<void> {
  const { pool: name, poolPath: path } = site;
  const [first] = site.hosts;
  if (first === undefined) return;
  const { client } = first;
  let pool = await findPool(first, name, signal);
  if (pool === undefined) {
    ({ pool } = await client.call(procedures.poolDefineXml, { xml: poolXml({ name, path }), flags: 0 }, signal));
    await client.call(procedures.poolBuild, { pool, flags: 0 }, signal);
    await client.call(procedures.poolSetAutostart, { pool, autostart: 1 }, signal);
  }
  await activate(first, pool, signal);
}

/** A pool of a folder. @param pool.uuid by default the host chooses one */
export function poolXml(pool: { readonly name: string; readonly path: string; readonly uuid?: string }): string {
  return writeXml(
    element(
      "pool",
      { type: "dir" },
      element("name", {}, pool.name),
      pool.uuid === undefined ? undefined : element("uuid", {}, pool.uuid),
      element("target", {}, element("path", {}, pool.path)),
    ),
  );
}

/** Opens a pool, unless it is open. */
export async function activate({ client }: SiteHost, pool: Pool, signal: AbortSignal): Promise<void> {
  try {
    await client.call(procedures.poolCreate, { pool, flags: 0 }, signal);
  } catch (error) {
    if (!says(error, "operationInvalid")) throw error;
  }
}

export async function pathOfPool({ client }: SiteHost, pool: Pool, signal: AbortSignal): Promise<string | undefined> {
  return textAt(readXml((await client.call(procedures.poolGetXml, { pool, flags: 0 }, signal)).xml), "target", "path");
}
