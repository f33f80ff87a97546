import type { VmGroup, VmGroupScaling } from "@fulmar/contract";
import { chosen, defineForm, type FormInUse, field, number, numberOf, showing, text, texts } from "@/client/form.ts";

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
  disk_gb: field("", (typed) => (typed.trim() === "" ? undefined : numberOf(typed))),
  vpc_id: optional,
  subnet_id: chosen(""),
  firewall_group_ids: chosen<readonly string[]>([]),
  dedicated: chosen(false),
};

type Held = { [Name in keyof typeof TEMPLATE]: ReturnType<(typeof TEMPLATE)[Name]["send"]> };

function templateOf({ ssh_key_ids, user_data, disk_gb, vpc_id, subnet_id, dedicated, ...held }: Held) {
  const { plan_id, template_id, ssh_keys, tags, public_ip, firewall_group_ids } = held;
  return {
    ...{ plan_id, template_id, ssh_keys, tags, public_ip },
    ...(disk_gb !== undefined && { disk_gb }),
    ...(vpc_id !== undefined && { vpc_id, subnet_id }),
    ...(firewall_group_ids.length > 0 && { firewall_group_ids: [...firewall_group_ids] }),
    ...(dedicated && { dedicated }),
    ...(ssh_key_ids.length > 0 && { ssh_key_ids: [...ssh_key_ids] }),
    ...(user_data !== undefined && { user_data }),
  };
}

export const createVmGroup = defineForm(
  async () => (await import("@fulmar/contract/compute")).CreateVmGroup,
  {
    ...{ name: text(), desired_count: number("2"), site_id: optional, placement_group_id: optional },
    ...{ load_balancer_id: optional, pool_id: chosen("") },
    ...TEMPLATE,
  },
  ({ name, desired_count, site_id, placement_group_id, load_balancer_id, pool_id, ...template }) => ({
    ...{ name, desired_count },
    ...(site_id !== undefined && { site_id }),
    ...(placement_group_id !== undefined && { placement_group_id }),
    ...(load_balancer_id !== undefined && { load_balancer_id, pool_id }),
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
      linesOf(typed).map((line) => {
        const { last, ...when } = whenOf(line);
        return { ...when, count: numberOf(last) };
      }),
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

/** When a group stops its VMs and starts them, or never by itself. */
export const powerVmGroup = defineForm(
  async () => (await import("@fulmar/contract/compute")).UpdateVmGroup,
  {
    scheduled: chosen(true),
    times: field("", (typed) =>
      linesOf(typed).map((line) => {
        const { last, ...when } = whenOf(line);
        return { ...when, power: last as PowerTime["power"] };
      }),
    ),
    timezone: text("UTC"),
  },
  ({ scheduled, times, timezone }) => ({ power_schedule: scheduled ? { times, timezone } : null }),
);

type PowerTime = NonNullable<VmGroup["power_schedule"]>["times"][number];
type Time = VmGroupScaling["schedule"][number];

const linesOf = (typed: string) => typed.split("\n").filter((line) => line.trim() !== "");

/** `monday friday 07:30 4`: days, if not every day, then the time and what is then. The schema says what is wrong. */
function whenOf(line: string): { time: string; days?: Time["days"]; last: string } {
  const words = line
    .toLowerCase()
    .split(/[\s,]+/)
    .filter((word) => word !== "");
  const [time = "", last = ""] = words.slice(-2);
  const days = words.slice(0, -2) as Time["days"];
  return { time, last, ...(days.length > 0 && { days }) };
}

/** The times that a group has, as their form holds them. */
export function powerValues({ power_schedule }: VmGroup) {
  if (power_schedule === null)
    return { times: "20:00 stopped\nmonday tuesday wednesday thursday friday 07:00 running" };
  const { times, timezone } = power_schedule;
  return { timezone, times: times.map(({ power, ...when }) => lineOf(when, power)).join("\n") };
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
    schedule: scaling.schedule.map(({ count, ...when }) => lineOf(when, count)).join("\n"),
  };
}

/** A time of a schedule as it is typed. */
function lineOf({ days, time }: Pick<Time, "days" | "time">, last: number | string): string {
  return [...(days.length === 7 ? [] : days), time, last].join(" ");
}

/** Another template. The placement group stays as it is. */
export const vmGroupTemplate = (group: VmGroup) =>
  defineForm(
    async () => (await import("@fulmar/contract/compute")).VmGroupTemplate,
    TEMPLATE,
    (held) => ({
      ...templateOf(held),
      ...(group.placement_group_id !== null && { placement_group_id: group.placement_group_id }),
    }),
  );

/** The choices that the present template was made of. Keys and user data are not shown again. */
export function templateValues({ plan_id, template_id, tags, public_ip, ...group }: VmGroup) {
  return {
    ...{ plan_id, template_id, tags: tags.join(", "), public_ip, disk_gb: String(group.disk_gb) },
    ...{ vpc_id: group.vpc_id ?? "", subnet_id: group.subnet_id ?? "", dedicated: group.dedicated },
    firewall_group_ids: group.firewall_group_ids,
  };
}

/** The fields of a template in use. The form of a new group has more. */
export type TemplateForm = FormInUse<ReturnType<typeof vmGroupTemplate>>;
