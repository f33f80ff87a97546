// Hosts that operators add to sites whose server does not know its other hosts (docs/adr/0179). A worker reaches them.
import { z } from "zod";
import { defineOperation } from "../declaration/operation.ts";
import { ResourceId } from "../values/fields.ts";
import { keptAs } from "../values/normal-form.ts";
import { Reason } from "./organizations.ts";
import { OperatorSiteDecision } from "./unknown-resources.ts";

const shared = { family: "Operator", audience: "operator", subject: "installation" } as const;
const ofDecision = { ...shared, resource: "site_decision", output: OperatorSiteDecision } as const;

export const HostAddition = z
  .strictObject({
    endpoint: keptAs("trim", z.string().trim().min(1).max(500)).describe(
      "Of the host's own server, as workers reach it, such as tls://kvm2.example.com:16514.",
    ),
  })
  .meta({ id: "HostAddition", examples: [{ endpoint: "tls://kvm2.example.com:16514" }] });

const operatorHostAdd = defineOperation({
  ...ofDecision,
  id: "operatorHost.add",
  method: "POST",
  path: "/operator/sites/{site_id}/hosts",
  summary: "Add a host to a site whose server does not know its other hosts",
  description:
    "Only where the site's `adds_hosts` is true: other servers know their hosts themselves. Prepare the " +
    "machine with the script first. A worker connects to it with the certificates of the site, prepares " +
    "it and lists it. If it cannot be added, nothing changes, and the decision shows why.",
  params: { site_id: ResourceId },
  body: HostAddition,
  errors: ["not_found", "conflict"],
});

export const OperatorHostScript = z
  .strictObject({
    site_id: z.string(),
    /** For a shell with root's rights on the new host. It has no secret. */
    script: z.string(),
  })
  .meta({ id: "OperatorHostScript" });
export type OperatorHostScript = z.infer<typeof OperatorHostScript>;

const operatorHostGetScript = defineOperation({
  ...shared,
  resource: "site",
  id: "operatorHost.getScript",
  method: "GET",
  path: "/operator/sites/{site_id}/host-script",
  summary: "Get the script that prepares a machine as a host of a site",
  description: "Run it on the machine as root. Its comments name the files to copy there.",
  params: { site_id: ResourceId },
  output: OperatorHostScript,
  errors: ["not_found", "conflict"],
});

export const HostRemoval = z
  .strictObject({
    confirm: keptAs("trim", z.string().trim().min(1).max(255)).describe("The host's own name."),
    reason: Reason,
  })
  .meta({ id: "HostRemoval", examples: [{ confirm: "kvm2", reason: "Its lease ends." }] });

const operatorHostRemove = defineOperation({
  ...ofDecision,
  id: "operatorHost.remove",
  method: "POST",
  path: "/operator/hosts/{host_id}/remove",
  summary: "Remove a host that was added to a site",
  description:
    "Refused while VMs are on it or move there, and while it is dedicated. The host is cordoned first, " +
    "so that it gets no VM; restore it if it cannot be removed. It need not answer: what cannot be " +
    "removed there stays.",
  params: { host_id: ResourceId },
  body: HostRemoval,
  errors: ["not_found", "conflict"],
});

export const operatorHostAdditionOperations = [operatorHostAdd, operatorHostGetScript, operatorHostRemove] as const;
