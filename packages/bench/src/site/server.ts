import { LxdClient, lxdName, pathOf } from "@fulmar/providers";
import { z } from "zod";

/** For documentation (RFC 5737). The simulated sites use the other two ranges. */
export const PUBLIC_RANGE = "192.0.2.64/26";

/** The LXD server of a site, as scripts/site.mjs started it. Options are further ones of `admin site add`. */
export const SiteServer = z.object({
  url: z.string(),
  pool: z.string(),
  image: z.string(),
  options: z.string().array().readonly().default([]),
  /** The public addresses that lead there. */
  range: z.string().default(PUBLIC_RANGE),
});
export type SiteServer = z.infer<typeof SiteServer>;

const Executed = z.object({ return: z.int() });
/** Networks that the server does not manage are interfaces of the host. */
const managed = z.boolean().default(true);
const config = z.record(z.string(), z.string()).default({});
const StoredObject = z.union([
  z.object({ name: z.string(), managed, config }),
  z.object({ fingerprint: z.string(), managed, config }),
]);

const Located = z.object({ location: z.string() });

const State = z.object({
  network: z
    .record(z.string(), z.object({ addresses: z.array(z.object({ family: z.string(), address: z.string() })) }))
    .nullable(),
});

/** Access to the server by its own client, as an operator has it. */
export class SiteInside {
  readonly client: LxdClient;
  readonly signal = new AbortController().signal;

  constructor({ url }: Pick<SiteServer, "url">, project: string) {
    this.client = new LxdClient({ url }, project);
  }

  /** Runs a command in a VM. @returns its exit code */
  async run(vmId: string, ...command: readonly string[]): Promise<number> {
    const wanted = { command, "wait-for-websocket": false, "record-output": false, interactive: false };
    const ended = await this.client.change("POST", pathOf("instances", lxdName(vmId), "exec"), wanted, this.signal);
    return Executed.parse(ended).return;
  }

  /** Reads a file of a VM; undefined when there is none. */
  async file(vmId: string, path: string): Promise<string | undefined> {
    return (await this.client.download(pathOf("instances", lxdName(vmId), "files"), this.signal, { path }))?.toString();
  }

  /** The member of the cluster that a VM is on; undefined when there is no such VM. */
  async locationOf(vmId: string): Promise<string | undefined> {
    return (await this.client.find(pathOf("instances", lxdName(vmId)), Located, this.signal))?.location;
  }

  /** The address of an instance's first NIC, by its name on the server or its id; undefined while it has none. */
  async addressOf(name: string): Promise<string | undefined> {
    const state = await this.client.find(pathOf("instances", lxdName(name), "state"), State, this.signal);
    return state?.network?.eth0?.addresses.find(({ family }) => family === "inet")?.address;
  }

  /** The names of all objects on the server that a project can hold, by kind, without the site's ownership record. */
  async inventory(): Promise<Map<string, string[]>> {
    const found = new Map<string, string[]>();
    const kinds = ["/instances", "/profiles", "/network-acls", "/networks", "/projects", "/images", "/storage-pools"];
    for (const kind of kinds) {
      const all = await this.client.find(kind, StoredObject.array(), this.signal, { recursion: 1 });
      const ours = (all ?? []).filter((thing) => thing.managed && thing.config["user.fulmar.role"] !== "site");
      found.set(
        kind,
        ours.map((thing) => ("name" in thing ? thing.name : thing.fingerprint)).toSorted((a, b) => (a < b ? -1 : 1)),
      );
    }
    return found;
  }

  close(): Promise<void> {
    return this.client.close();
  }
}
