import { type LibvirtHost, startLibvirtHost, startTwoLibvirtHosts } from "@fulmar/testkit/libvirt";
import { tinyImage } from "@fulmar/testkit/tiny-image";
import { type ProviderFixture, signal, twice, uniqueId } from "../conformance/provider-fixture.ts";
import type { ServerEndpoint, ServerProvider, SiteServer } from "../ports/provider-kind.ts";
import { byHandAt } from "./by-hand-fixture.ts";
import { inGuest, UPLINK } from "./guest-fixture.ts";
import { libvirtKind } from "./libvirt-kind.ts";
import { closeSite, openSite } from "./libvirt-provider.ts";
import type { LibvirtSite } from "./libvirt-site.ts";
import { optionsOf } from "./site/site-options.ts";
import { namesIn } from "./storage/stored-names.ts";

const IMAGES = ["img_one", "img_two"] as const;

/** A provider for tests, what its ports share, and its guests. */
export interface GuestFixture extends ProviderFixture {
  readonly site: LibvirtSite;
  readonly provider: ServerProvider;
  /** Runs a shell's command in a guest. */
  run(vmId: string, command: string): Promise<string>;
}

/** A site on a host of this machine, with two images whose guests boot in seconds. */
export interface TrialSite {
  readonly host: LibvirtHost;
  readonly server: SiteServer;
  /** @param of by default as it began, with one host */
  open(of?: SiteServer): Promise<GuestFixture>;
}

export async function startTrialSite(): Promise<TrialSite> {
  const host = await startLibvirtHost({ ovn: true });
  return trialSite(host, { url: `unix://${host.socket}` }, {});
}

/** A site on two hosts, which share a folder. */
export async function startPairSite(): Promise<TrialSite & { readonly second: LibvirtHost }> {
  const [host, second] = await startTwoLibvirtHosts();
  const { authority: serverCertificate, certificate, key } = host.tls;
  const endpoint = { url: urlOf(host), client: { certificate, key }, serverCertificate };
  const northbound = `ssl:${host.tls.host}:${host.northbound.port}`;
  const site = await trialSite(host, endpoint, { northbound, pool_path: `${host.folder}/pool`, pool_shared: "yes" });
  return { ...site, second };
}

export const urlOf = ({ tls }: LibvirtHost) => `tls://${tls.host}:${tls.port}`;

/** A site with options of its own. */
export async function trialSite(host: LibvirtHost, endpoint: ServerEndpoint, chosen: object): Promise<TrialSite> {
  const siteId = uniqueId("site");
  const northbound = `unix:${host.northbound.socket}`;
  const given = { northbound, ...UPLINK, ...chosen };
  const options = await libvirtKind.completeOptions({ siteId, endpoint, options: given }, signal);
  const server: SiteServer = { siteId, endpoint, options };
  await twice(() => libvirtKind.prepare(server, signal));
  const file = await tinyImage();
  for (const image of IMAGES)
    await twice(() => libvirtKind.importImage(server, image, { file, cloudInit: true }, signal));

  async function open(of = server): Promise<GuestFixture> {
    const provider: ServerProvider = libvirtKind.open(of);
    const site = openSite(optionsOf(of));
    const run = (vmId: string, command: string) => inGuest(site, vmId, command, signal);
    /** Waits for the disk of a volume by its serial, mounts it and runs a command in it. A new disk is formatted. */
    const on = (vmId: string, volumeId: string, command: string) =>
      run(
        vmId,
        `for turn in $(seq 100); do
           for d in /sys/block/vd*; do [ "$(cat $d/serial)" = "${volumeId.slice(-20)}" ] && disk=/dev/$(basename $d); done
           [ -n "$disk" ] && break; sleep 0.1
         done
         mount $disk /mnt 2>/dev/null || { mkfs.ext4 -q $disk && mount $disk /mnt; } || exit 1
         (${command}); code=$?; umount /mnt; exit $code`,
      );
    const mark = async (vmId: string, text: string) => {
      await run(vmId, `printf %s '${text}' > /root/mark; sync`);
    };
    const markOf = async (vmId: string) => (await run(vmId, "cat /root/mark 2>/dev/null; true")) || null;
    return {
      site,
      run,
      provider,
      images: IMAGES,
      serialTerminal: true,
      bootOf: (vmId) => run(vmId, "cat /proc/sys/kernel/random/boot_id"),
      mark,
      markOf,
      async write(vmId, { volumeId, devicePath }, text) {
        if (devicePath === null) await mark(vmId, text);
        else await on(vmId, volumeId, `printf %s '${text}' > /mnt/text; sync`);
      },
      async read(vmId, { volumeId, devicePath }) {
        if (devicePath === null) return markOf(vmId);
        return (await on(vmId, volumeId, "cat /mnt/text 2>/dev/null; true")) || null;
      },
      byHand: byHandAt(host, site),
      inventory: async () =>
        (await namesIn(site, signal))
          // A record is replaced by the next one.
          .map((name) => name.replace(/\.machine\.record-\d+\.json$/, ".machine"))
          .filter((name) => !/^[^.]+\.((own-|left-)?image|console)\./.test(name))
          .toSorted((a, b) => (a < b ? -1 : 1)),
      async close() {
        await closeSite(site);
        await provider.close();
      },
    };
  }

  return { host, server, open };
}
