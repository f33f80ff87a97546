/** How long claimed work stays with a worker that is gone, and how often a living one renews that. */
const LEASE_MS = 30_000;
const RENEW_MS = 10_000;

/** SQL: until when work that is claimed or renewed now stays with its worker. */
export const LEASE = `now() + ${LEASE_MS} * interval '1 millisecond'`;

/** The work is another worker's by now, or may be, or nobody wants it any more. What it has not written is taken back. */
export class LeaseLost extends Error {
  override readonly name = "LeaseLost";
}

/**
 * Does claimed work and renews its lease meanwhile.
 * @param renew whether the work was still this worker's
 * @param work gets a signal that aborts when the lease is lost
 * @throws LeaseLost
 */
export async function whileLeased<Value>(
  renew: () => Promise<boolean>,
  work: (lost: AbortSignal) => Promise<Value>,
): Promise<Value> {
  const lease = new AbortController();
  let renewedAt = performance.now();
  const beat = async () => {
    const sentAt = performance.now();
    try {
      if (await renew()) renewedAt = sentAt;
      else lease.abort(new LeaseLost());
    } catch {
      // The database may answer the next time.
      if (performance.now() - renewedAt > LEASE_MS) lease.abort(new LeaseLost());
    }
  };
  const renewals = setInterval(() => void beat(), RENEW_MS);
  try {
    return await work(lease.signal);
  } catch (error) {
    throw lease.signal.aborted ? lease.signal.reason : error;
  } finally {
    clearInterval(renewals);
  }
}
