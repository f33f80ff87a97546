import { expect, type Page } from "@playwright/test";
import type { Api } from "./fixtures.ts";

/** A site that offers the small plan and the image below. */
export const SITE = "site-ams-1";

/** The site whose plans have accelerators. */
export const GPU_SITE = "site-fra-1";

const SMALL = { plan_id: "plan-small", template_id: "debian-12", site_id: SITE };
const GPU_SITE_CHOSEN_BY_THE_SERVICE = { template_id: "debian-12" };

/**
 * Creates a small VM and waits until it runs.
 * @param more further fields of the create body besides name, plan and image
 * @returns its id
 */
export async function runningVm(api: Api, name: string, more: Readonly<Record<string, unknown>> = {}): Promise<string> {
  const { vm_id } = await made(api, "/compute/cloud-vms", { ...SMALL, name, ...more });
  await expect.poll(() => api.statusOf(vm_id)).toBe("running");
  return vm_id;
}

/**
 * Creates a GPU VM and waits until it runs.
 * @returns its id
 */
export async function runningGpuVm(api: Api, name: string): Promise<string> {
  const plans = await (await api.send("GET", "/compute/plans")).json();
  const plan = plans.find(({ type, available }: { type: string; available: boolean }) => type === "gpu" && available);
  const { vm_id } = await made(api, "/compute/gpu-vms", {
    ...GPU_SITE_CHOSEN_BY_THE_SERVICE,
    name,
    plan_id: plan.plan_id,
  });
  await expect
    .poll(async () => (await (await api.send("GET", `/compute/gpu-vms/${vm_id}`)).json()).status)
    .toBe("running");
  return vm_id;
}

/** Waits until no operation holds the VM. */
export async function settled(api: Api, vmId: string, kind: "cloud-vms" | "gpu-vms" = "cloud-vms"): Promise<void> {
  const operation = async () => (await (await api.send("GET", `/compute/${kind}/${vmId}`)).json()).operation_id;
  await expect.poll(operation, { intervals: [100] }).toBeNull();
}

/**
 * Sends a create or another POST.
 * @returns the answer
 * @throws Error if it is refused
 */
export async function made(api: Api, path: string, data?: unknown) {
  const response = await api.send("POST", path, { data });
  if (!response.ok()) throw new Error(`${path}: ${response.status()} ${await response.text()}`);
  return response.json();
}

/** Confirms the open dialog by typing the id that it asks for. */
export async function typeWhatIsAsked(page: Page): Promise<void> {
  const question = page.getByRole("alertdialog");
  const asked = /Type (\S+) to confirm/.exec((await question.textContent()) ?? "")?.[1];
  if (asked === undefined) throw new Error("the question asks for nothing to be typed");
  await question.getByRole("textbox").fill(asked);
}

/**
 * Creates a volume that is ready to be attached.
 * @returns its id
 */
export async function availableVolume(api: Api, name: string, siteId = SITE): Promise<string> {
  const { volume_id } = await made(api, "/block-storage/volumes", { name, size_gb: 5, site_id: siteId });
  await expect
    .poll(async () => (await (await api.send("GET", `/block-storage/volumes/${volume_id}`)).json()).status)
    .toBe("available");
  return volume_id;
}

/** The network of the subnets below, with room for 254 addresses. */
export const NETWORK = "10.20.0.0/24";

/** Creates a VPC at the first site, with one subnet. */
export async function newSubnet(api: Api, name: string): Promise<{ vpc_id: string; subnet_id: string }> {
  const { vpc_id } = await made(api, "/networking/vpcs", { name, site_id: SITE, cidr: NETWORK });
  const { subnet_id } = await made(api, `/networking/vpcs/${vpc_id}/subnets`, { name, cidr: NETWORK });
  return { vpc_id, subnet_id };
}

/** A time of day half a day after an hour: a schedule for it begins no backup while a test runs. */
export function halfADayAfter(hour: number): string {
  return `${String((hour + 12) % 24).padStart(2, "0")}:30`;
}
