import { readFileSync } from "node:fs";
import { addSite } from "@fulmar/core/operator";
import { defineCommand } from "../command.ts";
import { siteAnswer } from "./site-answer.ts";

export const addSiteCommand = defineCommand({
  name: "admin site add",
  about: "Make a site of an LXD or Incus server, or of a cluster of them: see docs/lxd.md",
  options: {
    name: { value: "NAME", about: "what the site is called" },
    location: { value: "PLACE", about: "where it is; by default its name", optional: true },
    provider: { value: "lxd", about: "what drives it" },
    endpoint: { value: "URL", about: "unix:///var/lib/lxd/unix.socket, or https://HOST:8443" },
    "client-cert": {
      value: "FILE",
      about: "for https: the certificate that the server trusts, in PEM",
      optional: true,
    },
    "client-key": { value: "FILE", about: "for https: its key, in PEM; it is kept sealed", optional: true },
    "server-cert": {
      value: "FILE",
      about: "the server's own certificate, in PEM; without it, the system's authorities decide",
      optional: true,
    },
    project: {
      value: "NAME",
      about: "the project that is used, and made where it is missing; by default fulmar",
      optional: true,
    },
    "storage-pool": { value: "NAME", about: "the pool of disks; by default default", optional: true },
    network: { value: "NAME", about: "the network of VMs that are in no VPC; by default one is made", optional: true },
    uplink: { value: "NAME", about: "the network by which OVN networks lead out; a cluster needs one", optional: true },
    "instance-type": {
      value: "container|virtual-machine",
      about: "what VMs are there; by default container",
      optional: true,
    },
  },
  async run({ database, configuration }, options) {
    const site = await addSite(database, configuration, {
      name: options.name,
      location: options.location ?? options.name,
      provider: options.provider,
      endpoint: options.endpoint,
      project: options.project ?? "fulmar",
      storage_pool: options["storage-pool"] ?? "default",
      network: options.network,
      uplink: options.uplink,
      instance_type: options["instance-type"] ?? "container",
      client_cert: contentOf(options["client-cert"]),
      client_key: contentOf(options["client-key"]),
      server_cert: contentOf(options["server-cert"]),
    });
    return siteAnswer(site);
  },
});

function contentOf(file: string | undefined): string | undefined {
  return file === undefined ? undefined : readFileSync(file, "utf8");
}
