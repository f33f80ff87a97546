import { once } from "node:events";
import { get } from "node:http";
import { connect } from "node:net";
import { type BalancerPool, type BalancerTarget, type TargetHealth, withoutAddress } from "@fulmar/edge-protocol";

type HealthCheck = BalancerPool["healthCheck"];

/** Checks a target at its interval. A target is offline until its first check has passed. */
export class TargetCheck {
  readonly #target: BalancerTarget;
  readonly #check: HealthCheck;
  #health: Pick<TargetHealth, "status" | "reason"> = {
    status: "unknown",
    reason: "The target has not been checked yet; the first check takes some seconds.",
  };
  /** Checks in a row with the same outcome. */
  #passed = 0;
  #failed = 0;
  #timer: NodeJS.Timeout | undefined;
  #stopped: boolean = false;

  constructor(target: BalancerTarget, check: HealthCheck) {
    this.#target = target;
    this.#check = check;
    void this.#run();
  }

  get isOnline(): boolean {
    return this.#health.status === "online";
  }

  get health(): Pick<TargetHealth, "status" | "reason"> {
    return this.#health;
  }

  /** Whether this check is also right for another configuration of the target. */
  isOf({ address, port }: BalancerTarget, check: HealthCheck): boolean {
    const { address: checked, port: checkedPort } = this.#target;
    return checked === address && checkedPort === port && JSON.stringify(check) === JSON.stringify(this.#check);
  }

  stop(): void {
    this.#stopped = true;
    clearTimeout(this.#timer);
  }

  async #run(): Promise<void> {
    const problem = await this.#problem();
    if (this.#stopped) return;
    const { healthyThreshold, unhealthyThreshold, intervalSeconds } = this.#check;
    this.#passed = problem === undefined ? this.#passed + 1 : 0;
    this.#failed = problem === undefined ? 0 : this.#failed + 1;
    // The first check decides at once, so that a new target does not wait for its threshold.
    const isFirst = this.#health.status === "unknown";
    if (problem === undefined && (isFirst || this.#passed >= healthyThreshold))
      this.#health = { status: "online", reason: null };
    if (problem !== undefined && (isFirst || this.#failed >= unhealthyThreshold))
      this.#health = { status: "offline", reason: problem };
    this.#timer = setTimeout(() => void this.#run(), intervalSeconds * 1000);
  }

  /** Why the target does not answer as it should, or undefined. */
  async #problem(): Promise<string | undefined> {
    const { address, port } = this.#target;
    if (address === null) return withoutAddress(this.#target);
    const { type, timeoutSeconds } = this.#check;
    const timeout = AbortSignal.timeout(timeoutSeconds * 1000);
    try {
      if (type === "http") return await this.#answers(address, port, timeout);
      const socket = connect({ host: address, port, signal: timeout }).on("error", () => undefined);
      await once(socket, "connect");
      // The target's output is read, so that it sees an end and no reset.
      socket.resume().end();
      return undefined;
    } catch (error) {
      if (timeout.aborted) return `No answer came within ${timeoutSeconds} s.`;
      const { code } = error as NodeJS.ErrnoException;
      return code === "ECONNREFUSED" ? "The connection was refused." : `The connection failed: ${code ?? error}.`;
    }
  }

  #answers(host: string, port: number, signal: AbortSignal): Promise<string | undefined> {
    const { path, expectedStatuses } = this.#check;
    return new Promise((resolve, reject) => {
      get({ host, port, path, signal, agent: false, headers: { "user-agent": "fulmar-health-check" } }, (response) => {
        response.resume();
        const status = response.statusCode ?? 0;
        const expected = expectedStatuses.some((text) => isWithin(status, text));
        resolve(expected ? undefined : `The check answered ${status}; expected is ${expectedStatuses.join(", ")}.`);
      }).on("error", reject);
    });
  }
}

/** Whether a status is the given one, such as 200, or within a range, such as 200-399. */
function isWithin(status: number, text: string): boolean {
  const [low = "0", high = low] = text.split("-");
  return status >= Number(low) && status <= Number(high);
}
