// Sites that operators add, renew, check and remove (docs/adr/0151). A worker reaches their servers.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { shownAs } from "../declaration/shown-as.ts";
import { Name, ResourceId } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { Reason } from "./organizations.ts";
import { SITE_PROVIDERS } from "./site-providers.ts";
import { OperatorSiteDetails } from "./sites.ts";
import { OperatorSiteDecision } from "./unknown-resources.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const site = "/operator/sites/{site_id}";
const ofSite = { ...shared, resource: "site", output: OperatorSiteDetails } as const;
const ofDecision = {
  ...shared,
  resource: "site_decision",
  params: { site_id: ResourceId },
  output: OperatorSiteDecision,
} as const;

const PEM = /^\s*-----BEGIN [A-Z0-9 ]+-----[A-Za-z0-9+/=\s:,-]*-----END [A-Z0-9 ]+-----\s*$/;
const pem = () => z.string().max(65_536).regex(PEM, "must be PEM, as a text");
const client_cert = pem().describe("The certificate that the server trusts, in PEM.");
const client_key = pem()
  .register(shownAs, { shown_as: "secret" })
  .describe("The private key of `client_cert`, in PEM. It is stored sealed and never shown.");
const server_cert = pem().describe("The server's own certificate, in PEM.");
const Option = keptAs("trim", z.string().trim().min(1).max(63)).optional();
const LongOption = keptAs("trim", z.string().trim().min(1).max(500)).optional();

export const NewSite = z
  .strictObject({
    name: Name,
    location: keptAs("trim", z.string().trim().min(1).max(200))
      .optional()
      .describe("Where it is. By default its name."),
    provider: z.enum(SITE_PROVIDERS).describe("The kind of its server. Machines of `simulated` do not exist."),
    simulated: z
      .boolean()
      .default(false)
      .describe("In production, with the provider `simulated`: machines that do not exist are meant."),
    endpoint: keptAs("trim", z.string().trim().min(1).max(500))
      .optional()
      .describe(
        "Of its server, as workers reach it, such as https://10.0.0.5:8443, tls://kvm1.example.com:16514 for libvirt, or " +
          "unix:///var/lib/lxd/unix.socket.",
      ),
    client_cert: client_cert.optional(),
    client_key: client_key.optional(),
    server_cert: server_cert
      .optional()
      .describe(
        "The server's own certificate, in PEM. By default, the system's authorities are trusted. With libvirt: the " +
          "certificate of the authority that signed the server's, which is required for tls.",
      ),
    project: Option.describe("The project on the server, created if it is missing. By default fulmar."),
    storage_pool: Option.describe(
      "The storage pool. By default default; with libvirt fulmar, a folder of the site alone.",
    ),
    network: Option.describe("The network of VMs that are in no VPC. By default, one is created."),
    uplink: Option.describe(
      "The uplink network of OVN networks. A cluster needs one. With libvirt: its name in the hosts' bridge mappings.",
    ),
    instance_type: Option.describe(
      "`container` or `virtual-machine`. By default virtual-machine where the server runs them.",
    ),
    cpu_model: Option.describe(
      "With libvirt: the processor that VMs see, such as EPYC. By default the one nearest to the host's.",
    ),
    northbound: LongOption.describe(
      "With libvirt: OVN's northbound database, such as ssl:10.0.0.5:6641. By default where the host is.",
    ),
    uplink_gateway: Option.describe("With libvirt: the next router at the uplink, such as 198.51.100.1/24."),
    uplink_addresses: Option.describe(
      "With libvirt: what routers may take at the uplink, such as 198.51.100.200-198.51.100.250.",
    ),
    uplink_chassis: LongOption.describe(
      "With libvirt: the hosts by which traffic leaves, by their system-id in Open vSwitch, with commas.",
    ),
    screens: Option.describe(
      "With libvirt by TLS: `tls` where QEMU protects the screens of VMs by certificates. By default `none`.",
    ),
    pool_path: LongOption.describe(
      "With libvirt: the folder of the storage pool, such as /srv/fulmar. By default /var/lib/libvirt/ with the pool's name.",
    ),
    pool_shared: Option.describe(
      "With libvirt: `yes` where every host mounts the same folder there, so that hosts can be added. By default `no`.",
    ),
    secure_boot: Option.describe(
      "With libvirt: `on` where VMs that boot by UEFI boot only what Microsoft's keys signed. By default `off`.",
    ),
    tpm: Option.describe(
      "With libvirt: `on` where VMs that boot by UEFI have a TPM 2.0, which their hosts emulate. By default `off`.",
    ),
    rbd_pool: Option.describe(
      "With libvirt: the pool of Ceph with the disks of VMs, of the site alone. By default, disks are files.",
    ),
    rbd_monitors: LongOption.describe(
      "With libvirt: that Ceph's monitors, as hosts and workers reach them, such as 10.0.0.1,10.0.0.2.",
    ),
    rbd_user: Option.describe(
      "With libvirt: the user of that Ceph, whose key the hosts have as a secret of libvirt. By default `fulmar`.",
    ),
  })
  .meta({
    id: "NewSite",
    examples: [{ name: "Berlin", provider: "lxd", endpoint: "unix:///var/lib/lxd/unix.socket" }],
  });

const operatorSiteCreate = defineOperation({
  ...ofSite,
  id: "operatorSite.create",
  method: "POST",
  path: "/operator/sites",
  summary: "Add a site",
  description:
    "A worker connects to its server within seconds, creates the project and the network there, and " +
    "records what the server has. Until then the site is closed, and `decision` shows the progress. If " +
    "that fails, renew its certificates, check it again, or remove it. Once connected, the site is open, " +
    "and every plan without a GPU is sold there.",
  success: 201,
  body: NewSite,
  errors: ["conflict"],
});

export const SiteRenewal = z
  .strictObject({
    client_cert,
    client_key,
    server_cert: server_cert
      .optional()
      .describe("The server's own certificate, in PEM. By default, the present one stays."),
  })
  .meta({
    id: "SiteRenewal",
    examples: [
      {
        client_cert: "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n",
        client_key: "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n",
      },
    ],
  });

const operatorSiteRenew = defineOperation({
  ...ofDecision,
  id: "operatorSite.renew",
  method: "POST",
  path: `${site}/renew`,
  summary: "Replace the certificates of a site's connection",
  description:
    "A worker tries them first: a connected site keeps its current ones if its server refuses the new " +
    "ones. Nothing has to be restarted. A site that is not connected yet is connected with them.",
  body: SiteRenewal,
  errors: ["not_found", "conflict"],
});

export const SiteCheck = z
  .strictObject({
    restrict: z
      .boolean()
      .default(false)
      .describe("Also restricts the project to what its machines need, if an earlier version made it."),
  })
  .meta({ id: "SiteCheck", examples: [{}] });

const operatorSiteCheck = defineOperation({
  ...ofDecision,
  id: "operatorSite.check",
  method: "POST",
  path: `${site}/check`,
  summary: "Check now whether a site's server answers and what it has",
  description: "A site that is not connected yet is connected if its server answers.",
  body: SiteCheck,
  errors: ["not_found", "conflict"],
});

export const SiteRemoval = z
  .strictObject({
    confirm: keptAs("trim", z.string().trim().min(1).max(128)).describe("The site's own name."),
    server_gone: z.boolean().default(false).describe("The server no longer answers: nothing is removed from it."),
    reason: Reason,
  })
  .meta({ id: "SiteRemoval", examples: [{ confirm: "Berlin", reason: "The lease of its servers ends." }] });

const operatorSiteRemove = defineOperation({
  ...ofDecision,
  id: "operatorSite.remove",
  method: "POST",
  path: `${site}/remove`,
  summary: "Remove a site without resources",
  description:
    "Removes what Fulmar created on its server, then the site. Refused while it has resources. If the " +
    "server refuses, the site stays.",
  body: SiteRemoval,
  errors: ["not_found", "conflict"],
});

export const AddressRange = z
  .strictObject({
    range: keptAs("trim", z.string().trim().min(1).max(64)).describe(
      "An IPv4 network such as 198.51.100.0/28, a /16 at most, which your network routes to the site.",
    ),
  })
  .meta({ id: "AddressRange", examples: [{ range: "198.51.100.0/28" }] });

const operatorSiteAddAddresses = defineOperation({
  ...ofSite,
  id: "operatorSite.addAddresses",
  method: "POST",
  path: `${site}/addresses`,
  summary: "Add public IPv4 addresses to a site",
  description:
    "Addresses that it already has stay as they are. The first and the last address of a network of more " +
    "than two are left out.",
  params: { site_id: ResourceId },
  body: AddressRange,
  errors: ["not_found", "conflict"],
});

export const operatorSiteConnectionOperations = [
  operatorSiteCreate,
  operatorSiteRenew,
  operatorSiteCheck,
  operatorSiteRemove,
  operatorSiteAddAddresses,
] as const;
