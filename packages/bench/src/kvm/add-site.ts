import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { LibvirtHost } from "@fulmar/testkit/libvirt";
import { Rest } from "@fulmar/testkit/stack";
import { z } from "zod";
import type { Place } from "../place.ts";
import type { Product } from "../product.ts";
import { senderTo } from "../sender-to.ts";
import { PUBLIC_RANGE } from "../site/server.ts";
import { fulmar } from "../story.ts";

const Added = z.object({ site_id: z.string() });
const TEMPLATE = "tiny";
/** The folder with the disks, within that of the first host. */
export const SHARED = "shared";

/**
 * Adds the first host as a site by the operator's commands as in docs/kvm.md, with an image and addresses, and starts the
 * API. A folder of this machine is the same on all hosts.
 */
export async function addSite(product: Product, [host]: readonly LibvirtHost[], image: string): Promise<Place> {
  if (host === undefined) throw new Error("There is no host.");
  const admin = (...args: readonly string[]) => fulmar(product, "admin", ...args);
  const { authority, certificate, key, host: address, port } = host.tls;
  const file = async (name: string, content: string) => {
    const path = join(host.folder, name);
    await writeFile(path, content, { mode: 0o600 });
    return path;
  };
  const shared = ["--pool-path", join(host.folder, SHARED), "--pool-shared", "yes"];
  const keys = ["--client-cert", await file("fulmar.crt", certificate), "--client-key", await file("fulmar.key", key)];
  const outside = ["--uplink", "uplink", "--uplink-chassis", "kvm-host", "--uplink-gateway", "198.51.100.1/24"];
  const { site_id: siteId } = Added.parse(
    await admin(
      ...["site", "add", "--name", "KVM", "--provider", "libvirt", "--endpoint", `tls://${address}:${port}`],
      ...[...keys, "--server-cert", await file("authority.crt", authority), ...outside],
      ...["--uplink-addresses", "198.51.100.200-198.51.100.250", ...shared],
    ),
  );
  const named = ["--name", "Tiny", "--distribution", "tiny", "--version", "1", "--min-disk-gb", "1"];
  await admin(
    "image",
    "import",
    "--site",
    siteId,
    "--template",
    TEMPLATE,
    "--file",
    image,
    "--cloud-init",
    "yes",
    ...named,
  );
  await admin("address", "add", "--site", siteId, "--range", PUBLIC_RANGE);
  // The simulated sites have those of the uplink.
  await host.run("ip", "route", "add", "192.0.2.0/24", "dev", "br-uplink");
  await admin("site", "check", "--site", siteId);
  const { url } = await product.startService();
  const small = { plan_id: "plan-nano", template_id: TEMPLATE, site_id: siteId };
  return { rest: new Rest(senderTo(url, product)), url, siteId, small };
}
