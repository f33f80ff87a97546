import { chosen, defineForm, type FormInUse, field, text, texts } from "@/client/form.ts";

/** A public address that is assigned and released with the VM. */
export const NEW_ADDRESS = "new";

/** A choice that is left out if nothing was chosen. */
const optional = field("", (value: string) => (value === "" ? undefined : value));

export const createVm = defineForm(
  async () => (await import("@fulmar/contract/compute")).CreateCloudVm,
  {
    name: text(),
    /** The number of VMs, numbered if there are several. It is no part of a request. */
    count: chosen("1"),
    plan_id: chosen(""),
    template_id: chosen(""),
    site_id: optional,
    disk_gb: field("", (typed) => (typed.trim() === "" ? undefined : Number(typed))),
    ssh_keys: texts("\n"),
    ssh_key_ids: chosen<readonly string[]>([]),
    user_data: optional,
    tags: texts(","),
    vpc_id: optional,
    subnet_id: chosen(""),
    // "" for none, NEW_ADDRESS, or the id of a reserved IP.
    reserved_ip_id: optional,
    firewall_group_ids: chosen<readonly string[]>([]),
    volume_ids: chosen<readonly string[]>([]),
    placement_group_id: optional,
    dedicated: chosen(false),
  },
  ({
    count: _count,
    name,
    plan_id,
    template_id,
    site_id,
    disk_gb,
    ssh_keys,
    user_data,
    tags,
    vpc_id,
    subnet_id,
    ...chosenIds
  }) => ({
    ...{ name, plan_id, template_id },
    ...(site_id !== undefined && { site_id }),
    ...(disk_gb !== undefined && { disk_gb }),
    ssh_keys,
    ...(chosenIds.ssh_key_ids.length > 0 && { ssh_key_ids: [...chosenIds.ssh_key_ids] }),
    ...(user_data !== undefined && { user_data }),
    tags,
    ...(vpc_id !== undefined && { vpc_id, subnet_id }),
    ...addressOf(chosenIds.reserved_ip_id),
    firewall_group_ids: [...chosenIds.firewall_group_ids],
    volume_ids: [...chosenIds.volume_ids],
    ...(chosenIds.placement_group_id !== undefined && { placement_group_id: chosenIds.placement_group_id }),
    ...(chosenIds.dedicated && { dedicated: true }),
  }),
);

function addressOf(reserved_ip_id: string | undefined) {
  if (reserved_ip_id === undefined) return {};
  return reserved_ip_id === NEW_ADDRESS ? { public_ip: true } : { reserved_ip_id };
}

/** Selects one more option of a list. */
export function addChoice(form: FormInUse<typeof createVm>, list: "firewall_group_ids" | "volume_ids", id: string) {
  form.setValue(list, [...form.getValues(list), id], { shouldDirty: true });
}

/** The most VMs that the form creates at once. */
export const MOST_AT_ONCE = 20;

/** The typed number of VMs. Undefined if it is no such number. */
export function countOf(typed: string): number | undefined {
  const count = Number(typed);
  return Number.isInteger(count) && count >= 1 && count <= MOST_AT_ONCE ? count : undefined;
}

/** The names of so many VMs: the name itself for one, otherwise `web-1`, `web-2` and so on. */
export function namesOf(name: string, count: number): string[] {
  return count === 1 ? [name] : Array.from({ length: count }, (_, index) => `${name}-${index + 1}`);
}
