import type { Logger } from "@fulmar/engine";
import { FairSlots } from "../work/fair-slots.ts";
import type { WorkerServices } from "../work/worker-services.ts";
import { type ClaimedDelivery, callReceiver, claimDeliveries, deliver } from "./deliver.ts";
import { fanOut } from "./fan-out.ts";
import { openReceivers } from "./receiver.ts";
import { sealerOfWebhooks } from "./secret.ts";

const POLL_MS = 500;
/** How often all webhooks are looked at: events may be committed late, or have come while no worker ran. */
const ALL_MS = 5_000;
/** Requests may take a moment to end before they are broken off. */
const GRACE_MS = 3_000;

export interface WebhookService {
  /** Ends what is under way. Other workers send it again. */
  stop(): Promise<void>;
}

/**
 * Makes deliveries of events and sends them. Any number of workers may do so: a lane is claimed by one at a time, so
 * that the deliveries of a resource arrive in their order.
 */
export function serveWebhooks(
  services: Pick<WorkerServices, "database" | "secrets" | "webhookPrivateTargets">,
  logger: Logger,
): WebhookService {
  const { database, secrets, webhookPrivateTargets } = services;
  const means = {
    sealer: sealerOfWebhooks(secrets),
    receivers: openReceivers({ privateTargets: webhookPrivateTargets }),
  };
  const stopping = new AbortController();
  const breakingOff = new AbortController();
  let filling: Promise<void> | undefined;

  const slots = new FairSlots<ClaimedDelivery>({
    claim: (room, underWay) => claimDeliveries(database, room, underWay),
    async work(claimed) {
      await deliver(database, means, claimed, breakingOff.signal);
      return true;
    },
    call: (claimed, slow) => callReceiver(database, claimed, slow),
    onError(error, { webhook_id, delivery_id }) {
      if (!breakingOff.signal.aborted)
        logger.error({ err: error, webhook_id, delivery_id }, "an attempt of a webhook could not be recorded");
    },
    onEnd: () => wake(),
  });

  const wake = () => {
    slots
      .fill()
      .catch((error: unknown) => logger.error({ err: error }, "due deliveries of webhooks could not be read"));
  };

  let complete = Number.NEGATIVE_INFINITY;
  const fillAll = async () => {
    for (let more = true; more && !stopping.signal.aborted; ) {
      const newest = performance.now() - complete < ALL_MS;
      more = await fanOut(services, stopping.signal, newest);
      if (!newest && !more) complete = performance.now();
      wake();
    }
  };

  const fill = () => {
    if (stopping.signal.aborted) return;
    filling ??= fillAll()
      .catch((error: unknown) => {
        if (!stopping.signal.aborted) logger.error({ err: error }, "events could not be handed to webhooks");
      })
      .finally(() => {
        filling = undefined;
      });
  };

  const poll = setInterval(fill, POLL_MS);
  fill();
  return {
    async stop() {
      stopping.abort();
      clearInterval(poll);
      const patience = setTimeout(() => breakingOff.abort(), GRACE_MS);
      await filling;
      await slots.close();
      clearTimeout(patience);
      await means.receivers.close();
    },
  };
}
