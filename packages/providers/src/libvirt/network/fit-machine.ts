import { setTimeout as delay } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { procedures } from "@fulmar/libvirt-rpc";
import { ProviderError } from "../../ports/provider-error.ts";
import { says } from "../client/libvirt-refusal.ts";
import type { LibvirtSite } from "../libvirt-site.ts";
import { LIVE, redefine } from "../machine/change-machine.ts";
import { isOn, type Machine } from "../machine/machine.ts";
import { findMachine } from "../machine/machines.ts";
import { runOf } from "../machine/read-machine.ts";
import { writeXml, type XmlElement } from "../xml/xml-document.ts";
import { type Card, cardElement, cardElements, setCards } from "./cards.ts";

/** A guest that has not given a card back by then is asked again later. */
const DETACH_MS = 15_000;
const LOOK_AGAIN_MS = 200;

/**
 * Gives a machine its cards, in its definition and while it runs. Without a machine, nothing is done.
 * @throws ProviderError, retryable, when the guest does not give a card back
 */
export async function fitMachine(
  site: LibvirtSite,
  vmId: string,
  cards: readonly Card[],
  signal: AbortSignal,
): Promise<void> {
  const machine = await findMachine(site, vmId, signal);
  if (machine === undefined) return;
  const addresses = cards.map(({ address }) => address);
  const isChanged = setCards(machine.definition, cards);
  if (isChanged || !isDeepStrictEqual(machine.labels.addresses, addresses))
    await redefine(site, machine, { ...machine.labels, addresses }, signal);
  if (isOn(machine)) await fitRun(site, machine, cards, signal);
}

async function fitRun(site: LibvirtSite, machine: Machine, cards: readonly Card[], signal: AbortSignal): Promise<void> {
  const present = cardElements(await runOf(machine, signal));
  const { domain, host } = machine;
  const given = (card: XmlElement) => ({ domain, xml: writeXml(card), flags: LIVE });
  for (const card of cards) {
    if (!present.has(card.port))
      await whileRunning(() => host.client.call(procedures.domainAttachDevice, given(cardElement(card)), signal));
  }
  const surplus = [...present].filter(([port]) => !cards.some((card) => card.port === port));
  for (const [, card] of surplus)
    await whileRunning(() => host.client.call(procedures.domainDetachDevice, given(card), signal));
  const ports = surplus.map(([port]) => port);
  if (ports.length > 0) await untilGone(site, machine.labels.vmId, ports, signal);
}

async function untilGone(
  site: LibvirtSite,
  vmId: string,
  ports: readonly string[],
  signal: AbortSignal,
): Promise<void> {
  for (const end = Date.now() + DETACH_MS; ; await delay(LOOK_AGAIN_MS, undefined, { signal })) {
    const machine = await findMachine(site, vmId, signal);
    if (machine === undefined || !isOn(machine)) return;
    const present = cardElements(await runOf(machine, signal));
    if (!ports.some((port) => present.has(port))) return;
    if (Date.now() > end) {
      throw new ProviderError(
        "provider_unavailable",
        "The VM does not give the network card back: stop the VM; it is tried again in a moment.",
        { retryable: true },
      );
    }
  }
}

/** A change of a run that has ended meanwhile, or that an earlier call has begun, has nothing to do. */
async function whileRunning(call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!says(error, "operationInvalid", "deviceMissing")) throw error;
  }
}
