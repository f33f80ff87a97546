import { chosen, defineForm, field, text, texts } from "@/client/form.ts";

/** A public address that is assigned and released with the VM. */
export const NEW_ADDRESS = "new";

/** A choice that is left out if nothing was chosen. */
const optional = field("", (value: string) => (value === "" ? undefined : value));

/** The form of a new VM. */
export const createVm = defineForm(
  async () => (await import("@fulmar/contract/compute")).CreateCloudVm,
  {
    name: text(),
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
  },
  ({ name, plan_id, template_id, site_id, disk_gb, ssh_keys, user_data, tags, vpc_id, subnet_id, ...chosenIds }) => ({
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
  }),
);

function addressOf(reserved_ip_id: string | undefined) {
  if (reserved_ip_id === undefined) return {};
  return reserved_ip_id === NEW_ADDRESS ? { public_ip: true } : { reserved_ip_id };
}
