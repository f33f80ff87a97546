import { partsOf } from "@/client/text-list.ts";

/** The form's values: texts as typed, and ids of chosen resources. */
export interface CreateVmValues {
  readonly name: string;
  readonly plan_id: string;
  readonly template_id: string;
  readonly site_id: string;
  readonly disk_gb: string;
  readonly ssh_keys: string;
  readonly user_data: string;
  readonly tags: string;
  readonly vpc_id: string;
  readonly subnet_id: string;
  /** "" for none, NEW_ADDRESS, or the id of a reserved IP. */
  readonly reserved_ip_id: string;
  readonly firewall_group_ids: readonly string[];
  readonly volume_ids: readonly string[];
}

/** A public address that is assigned and released with the VM. */
export const NEW_ADDRESS = "new";

export const EMPTY_VM: CreateVmValues = {
  name: "",
  plan_id: "",
  template_id: "",
  site_id: "",
  disk_gb: "",
  ssh_keys: "",
  user_data: "",
  tags: "",
  vpc_id: "",
  subnet_id: "",
  reserved_ip_id: "",
  firewall_group_ids: [],
  volume_ids: [],
};

export const VM_FIELDS = [
  "name",
  "plan_id",
  "template_id",
  "site_id",
  "disk_gb",
  "ssh_keys",
  "user_data",
  "tags",
  "vpc_id",
  "subnet_id",
  "reserved_ip_id",
  "firewall_group_ids",
  "volume_ids",
] as const satisfies readonly (keyof CreateVmValues)[];

/**
 * Converts the form's values to the input of a create: one key per line, tags separated by commas, empty fields left
 * out.
 */
export function toCreateVm(values: CreateVmValues) {
  const { site_id, disk_gb, user_data, vpc_id, subnet_id, reserved_ip_id } = values;
  return {
    name: values.name.trim(),
    plan_id: values.plan_id,
    template_id: values.template_id,
    ...(site_id !== "" && { site_id }),
    ...(disk_gb.trim() !== "" && { disk_gb: Number(disk_gb) }),
    ssh_keys: partsOf(values.ssh_keys, "\n"),
    ...(user_data !== "" && { user_data }),
    tags: partsOf(values.tags, ","),
    ...(vpc_id !== "" && { vpc_id, subnet_id }),
    ...(reserved_ip_id === NEW_ADDRESS ? { public_ip: true } : reserved_ip_id !== "" && { reserved_ip_id }),
    firewall_group_ids: [...values.firewall_group_ids],
    volume_ids: [...values.volume_ids],
  };
}
