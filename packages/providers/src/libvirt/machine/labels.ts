import { createHash } from "node:crypto";
import { z } from "zod";
import { SiteRecord } from "../../ports/inventory-port.ts";
import { element, find, textAt, type XmlElement } from "../xml/xml-document.ts";

/** The namespace of our element in a machine's metadata. */
export const LABELS_URI = "https://fulmar.cloud/xmlns/libvirt/1";
export const LABELS_PREFIX = "fulmar";

/** A root disk that was replaced, for a revert. */
const Former = z.object({
  disk: z.string(),
  variables: z.string().optional(),
  templateId: z.string(),
  requestId: z.string(),
  sinceMs: z.number(),
});

/** What we keep at a machine, beside its definition: by it the machine is ours, and rows are restored from it. */
export const Labels = z.object({
  siteId: z.string(),
  vmId: z.string(),
  /** The owner's words, for people who look at the host. */
  name: z.string(),
  tags: z.array(z.string()),
  planId: z.string(),
  templateId: z.string(),
  diskGb: z.number(),
  /** The volume of the root disk. */
  disk: z.string(),
  /** The file with the variables of its firmware. BIOS has none. */
  variables: z.string().optional(),
  /** Whether its disk is that of a snapshot or a backup, and so what tells that machine from others. */
  copied: z.boolean().default(false),
  record: SiteRecord,
  madeAt: z.string(),
  /** The last restart: who asked for it, and libvirt's number of the run that it ended. */
  restart: z.object({ requestId: z.string(), ended: z.number() }).optional(),
  former: Former.optional(),
  /** Whether it boots a rescue disk, and whether it still has to restart for its mode. */
  rescue: z.boolean().default(false),
  turn: z.boolean().default(false),
  /** The addresses of its network cards, in their order. */
  addresses: z.array(z.string()).default([]),
  /** Volumes that the machine had and that are to be deleted. */
  leftover: z.array(z.string()).default([]),
});
export type Labels = z.infer<typeof Labels>;

/** The files of a root disk and of the firmware that boots it. */
export function filesOf(kept: Pick<Labels, "disk" | "variables"> | undefined): string[] {
  return [kept?.disk, kept?.variables].filter((file) => file !== undefined);
}

export function labelsElement(labels: Labels): XmlElement {
  return element(
    `${LABELS_PREFIX}:machine`,
    { [`xmlns:${LABELS_PREFIX}`]: LABELS_URI },
    JSON.stringify(Labels.parse(labels)),
  );
}

/** The labels in a definition; undefined for a machine of somebody else, or one whose labels were tampered with. */
export function labelsIn(domain: XmlElement): Labels | undefined {
  const text = textAt(domain, "metadata", `${LABELS_PREFIX}:machine`);
  if (text === undefined) return undefined;
  try {
    return Labels.parse(JSON.parse(text));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof z.ZodError) return undefined;
    throw error;
  }
}

/** The definition with other labels. */
export function withLabels(domain: XmlElement, labels: Labels): XmlElement {
  const metadata = find(domain, "metadata");
  const others = (metadata?.children ?? []).filter(
    (child) => typeof child === "string" || child.name !== `${LABELS_PREFIX}:machine`,
  );
  const own = { ...element("metadata"), children: [...others, labelsElement(labels)] };
  const rest = domain.children.filter((child) => child !== metadata);
  return { ...domain, children: [...rest, own] };
}

/** A machine's UUID follows from its id, so that a repeated creation finds what the first one made. */
export function uuidOf(vmId: string): Buffer {
  const uuid = createHash("sha256").update(`fulmar machine ${vmId}`).digest().subarray(0, 16);
  // A custom UUID (RFC 9562, version 8).
  uuid[6] = ((uuid[6] ?? 0) & 0x0f) | 0x80;
  uuid[8] = ((uuid[8] ?? 0) & 0x3f) | 0x80;
  return uuid;
}

export function uuidText(uuid: Uint8Array): string {
  return Buffer.from(uuid)
    .toString("hex")
    .replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
