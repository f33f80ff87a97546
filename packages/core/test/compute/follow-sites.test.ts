import { type Provider, ProviderError } from "@fulmar/providers";
import { expect, test } from "vitest";
import { followSites } from "../../src/compute/follow-sites.ts";
import { computeFixture } from "../compute-fixture.ts";

const fixture = computeFixture();

/** A site that reports one VM and then nothing more, until the listener stops. */
async function siteThatTells(vmId: string, change: Partial<Provider["compute"]> = {}) {
  const simulated = await fixture.world.services.provider("simulated");
  const listeners: AbortSignal[] = [];
  const watchInstances: Provider["site"]["watchInstances"] = async (changed, signal) => {
    listeners.push(signal);
    changed(vmId);
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
  };
  const provider = {
    ...simulated,
    site: { ...simulated.site, watchInstances },
    compute: { ...simulated.compute, ...change },
  };
  return { services: { ...fixture.world.services, provider: async () => provider }, listeners };
}

test("a VM reported by its site gets its real status while the worker listens", async () => {
  const vm_id = await fixture.runningVm("told");
  await fixture.world.database.pool.query("UPDATE simulated.instance SET power = 'stopped' WHERE vm_id = $1", [vm_id]);
  const { services } = await siteThatTells(vm_id);
  const stopped = new AbortController();
  const following = followSites.run(services, stopped.signal);
  await expect.poll(async () => (await fixture.vm(vm_id)).status).toBe("stopped");
  stopped.abort(new Error("the worker stops"));
  await expect(following).rejects.toThrow("the worker stops");
});

test("a status that cannot be read stops the listener with the error", async () => {
  const vm_id = await fixture.runningVm("unshown");
  const refused = new ProviderError("site_unauthorized", "The site does not accept our credentials.", {
    retryable: false,
  });
  const { services, listeners } = await siteThatTells(vm_id, { findInstances: () => Promise.reject(refused) });
  await expect(followSites.run(services, new AbortController().signal)).rejects.toBe(refused);
  expect(listeners.map(({ aborted }) => aborted)).toEqual([true]);
});
