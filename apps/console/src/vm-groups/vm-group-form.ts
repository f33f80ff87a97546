import type { VmGroup } from "@fulmar/contract";
import { chosen, defineForm, field, number, text, texts } from "@/client/form.ts";

/** A choice that is left out if nothing was chosen. */
const optional = field("", (value: string) => (value === "" ? undefined : value));

const TEMPLATE = {
  plan_id: chosen(""),
  template_id: chosen(""),
  ssh_keys: texts("\n"),
  ssh_key_ids: chosen<readonly string[]>([]),
  user_data: optional,
  tags: texts(","),
  public_ip: chosen(false),
};

type Held = { [Name in keyof typeof TEMPLATE]: ReturnType<(typeof TEMPLATE)[Name]["send"]> };

function templateOf({ plan_id, template_id, ssh_keys, ssh_key_ids, user_data, tags, public_ip }: Held) {
  return {
    ...{ plan_id, template_id, ssh_keys, tags, public_ip },
    ...(ssh_key_ids.length > 0 && { ssh_key_ids: [...ssh_key_ids] }),
    ...(user_data !== undefined && { user_data }),
  };
}

export const createVmGroup = defineForm(
  async () => (await import("@fulmar/contract/compute")).CreateVmGroup,
  { name: text(), desired_count: number("2"), site_id: optional, placement_group_id: optional, ...TEMPLATE },
  ({ name, desired_count, site_id, placement_group_id, ...template }) => ({
    ...{ name, desired_count },
    ...(site_id !== undefined && { site_id }),
    ...(placement_group_id !== undefined && { placement_group_id }),
    ...templateOf(template),
  }),
);

export const updateVmGroup = defineForm(async () => (await import("@fulmar/contract/compute")).UpdateVmGroup, {
  name: text(),
  desired_count: number(),
});

/** Another template. Network, firewall groups, placement group and disk stay as they are. */
export const vmGroupTemplate = (group: VmGroup) =>
  defineForm(
    async () => (await import("@fulmar/contract/compute")).VmGroupTemplate,
    TEMPLATE,
    (held) => ({
      ...templateOf(held),
      firewall_group_ids: group.firewall_group_ids,
      ...(group.placement_group_id !== null && { placement_group_id: group.placement_group_id }),
      ...(group.vpc_id !== null && group.subnet_id !== null && { vpc_id: group.vpc_id, subnet_id: group.subnet_id }),
    }),
  );

/** The choices that the present template was made of. Keys and user data are not shown again. */
export function templateValues({ plan_id, template_id, tags, public_ip }: VmGroup) {
  return { plan_id, template_id, tags: tags.join(", "), public_ip };
}
