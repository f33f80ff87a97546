import { z } from "zod";
import { childrenOf, element, find, type XmlElement } from "../xml/xml-document.ts";
import { jsonIn, type Labels } from "./rows.ts";
import { MTU } from "./subnets.ts";

/** A network card of a machine, and the port of OVN that it is in. */
export const Card = z.object({
  /** The name of the port, a UUID: libvirt names interfaces to Open vSwitch by one. */
  port: z.uuid({ version: "v8" }),
  mac: z.string(),
  address: z.string(),
});
export type Card = z.infer<typeof Card>;

/** The bridge that ovn-controller makes at every host. */
const BRIDGE = "br-int";

/** The cards in the labels of a VM's network. */
export function cardsIn({ state }: Labels): Card[] {
  return z.array(Card).safeParse(jsonIn(state)).data ?? [];
}

export function cardElement({ port, mac }: Pick<Card, "port" | "mac">): XmlElement {
  return element(
    "interface",
    { type: "bridge" },
    element("mac", { address: mac }),
    element("source", { bridge: BRIDGE }),
    element("virtualport", { type: "openvswitch" }, element("parameters", { interfaceid: port })),
    element("model", { type: "virtio" }),
    element("mtu", { size: MTU }),
  );
}

/** The elements of cards of ours in a definition, by the names of their ports. Other cards are somebody else's. */
export function cardElements(definition: XmlElement): Map<string, XmlElement> {
  const devices = find(definition, "devices");
  const cards = devices === undefined ? [] : childrenOf(devices, "interface");
  return new Map(
    cards.flatMap((card) => {
      const port = find(card, "virtualport", "parameters")?.attributes.get("interfaceid");
      return Card.shape.port.safeParse(port).success ? [[String(port), card] as const] : [];
    }),
  );
}

/**
 * Gives a definition these cards and no others of ours. Cards that stay keep their places. Changes the definition.
 * @returns whether it changed
 */
export function setCards(definition: XmlElement, cards: readonly Card[]): boolean {
  const devices = find(definition, "devices");
  if (devices === undefined) return false;
  const present = cardElements(definition);
  const surplus = new Set<unknown>(
    [...present].filter(([port]) => !cards.some((card) => card.port === port)).map(([, card]) => card),
  );
  const added = cards.filter(({ port }) => !present.has(port)).map(cardElement);
  devices.children = [...devices.children.filter((child) => !surplus.has(child)), ...added];
  return surplus.size + added.length > 0;
}
