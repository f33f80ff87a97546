import type { VmGroup, VmGroupScaling } from "@fulmar/contract";
import { chosen, defineForm, field, number, numberOf, showing, text, texts } from "@/client/form.ts";

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

/** Rules of a group, or none. */
export const scaleVmGroup = defineForm(
  async () => (await import("@fulmar/contract/compute")).UpdateVmGroup,
  {
    scales: chosen(true),
    min_count: number("1"),
    max_count: number("3"),
    metric_name: showing(["name"], chosen<"" | "cpu" | "memory">("cpu")),
    target_percent: number("60"),
    cooldown_minutes: number("5"),
    schedule: field("", (typed) =>
      typed
        .split("\n")
        .filter((line) => line.trim() !== "")
        .map(timeOf),
    ),
    timezone: text("UTC"),
  },
  ({ scales, min_count, max_count, metric_name: name, target_percent, cooldown_minutes, schedule, timezone }) => ({
    scaling: scales
      ? {
          ...{ min_count, max_count, schedule, timezone },
          ...(name !== "" && { metric: { name, target_percent, cooldown_minutes } }),
        }
      : null,
  }),
);

type Time = VmGroupScaling["schedule"][number];

/** `monday friday 07:30 4`: days, if not every day, then the time and the count. The schema says what is wrong. */
function timeOf(line: string): Omit<Time, "days"> & Partial<Pick<Time, "days">> {
  const words = line
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "");
  const [time = "", count = ""] = words.slice(-2);
  const days = words.slice(0, -2) as Time["days"];
  return { time, count: numberOf(count), ...(days.length > 0 && { days }) };
}

/** The rules that a group has, as its form holds them. */
export function scalingValues({ scaling, desired_count }: VmGroup) {
  if (scaling === null)
    return { min_count: String(Math.max(1, desired_count)), max_count: String(Math.max(1, desired_count)) };
  const { metric } = scaling;
  return {
    ...{ min_count: String(scaling.min_count), max_count: String(scaling.max_count), timezone: scaling.timezone },
    metric_name: metric?.name ?? ("" as const),
    ...(metric && { target_percent: String(metric.target_percent), cooldown_minutes: String(metric.cooldown_minutes) }),
    schedule: scaling.schedule.map(lineOf).join("\n"),
  };
}

/** A time of a schedule as it is typed. */
function lineOf({ days, time, count }: Time): string {
  return [...(days.length === 7 ? [] : days), time, count].join(" ");
}

/** Another template. Network, firewall groups, placement group and disk stay as they are. */
export const vmGroupTemplate = (group: VmGroup) =>
  defineForm(
    async () => (await import("@fulmar/contract/compute")).VmGroupTemplate,
    TEMPLATE,
    (held) => ({
      ...templateOf(held),
      firewall_group_ids: group.firewall_group_ids,
      ...(group.dedicated && { dedicated: true }),
      ...(group.placement_group_id !== null && { placement_group_id: group.placement_group_id }),
      ...(group.vpc_id !== null && group.subnet_id !== null && { vpc_id: group.vpc_id, subnet_id: group.subnet_id }),
    }),
  );

/** The choices that the present template was made of. Keys and user data are not shown again. */
export function templateValues({ plan_id, template_id, tags, public_ip }: VmGroup) {
  return { plan_id, template_id, tags: tags.join(", "), public_ip };
}
