import type { Logger } from "@fulmar/engine";
import type { WorkerServices } from "../work/worker-services.ts";
import { type ClaimedDelivery, claimDeliveries, deliver } from "./deliver.ts";
import { fanOut } from "./fan-out.ts";
import { openReceivers } from "./receiver.ts";
import { sealerOfWebhooks } from "./secret.ts";

/** The most requests that a worker has under way, and to one receiver. */
const MOST = 64;
const MOST_OF_EACH = 8;
const POLL_MS = 500;
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
  const underWay = new Map<Promise<void>, ClaimedDelivery>();
  let filling: Promise<void> | undefined;
  let taking: Promise<void> | undefined;
  let again = false;

  const busy = () => {
    const webhooks = [...underWay.values()].map(({ webhook_id }) => webhook_id);
    return [...new Set(webhooks)].filter((id) => webhooks.filter((each) => each === id).length >= MOST_OF_EACH);
  };

  const takeAll = async () => {
    do {
      again = false;
      const most = MOST - underWay.size;
      if (most <= 0) return;
      const claimed = await claimDeliveries(database, { busy: busy(), most, mostOfEach: MOST_OF_EACH });
      for (const each of claimed) begin(each);
      if (claimed.length > 0) again = true;
    } while (again && !stopping.signal.aborted);
  };

  const wake = () => {
    again = true;
    if (stopping.signal.aborted) return;
    taking ??= takeAll()
      .catch((error: unknown) => logger.error({ err: error }, "due deliveries of webhooks could not be read"))
      .finally(() => {
        taking = undefined;
      });
  };

  const fill = () => {
    if (stopping.signal.aborted) return;
    filling ??= fanOut(services, stopping.signal)
      .then(wake, (error: unknown) => {
        if (!stopping.signal.aborted) logger.error({ err: error }, "events could not be handed to webhooks");
      })
      .finally(() => {
        filling = undefined;
      });
  };

  const begin = (claimed: ClaimedDelivery) => {
    const { webhook_id, delivery_id } = claimed;
    const ending = deliver(database, means, claimed, breakingOff.signal)
      .catch((error: unknown) => {
        if (!breakingOff.signal.aborted)
          logger.error({ err: error, webhook_id, delivery_id }, "an attempt of a webhook could not be recorded");
      })
      .finally(() => {
        underWay.delete(ending);
        wake();
      });
    underWay.set(ending, claimed);
  };

  const poll = setInterval(fill, POLL_MS);
  fill();
  return {
    async stop() {
      stopping.abort();
      clearInterval(poll);
      const patience = setTimeout(() => breakingOff.abort(), GRACE_MS);
      await filling;
      await taking;
      await Promise.all(underWay.keys());
      clearTimeout(patience);
      await means.receivers.close();
    },
  };
}
