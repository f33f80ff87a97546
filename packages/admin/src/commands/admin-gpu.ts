import { type CheckedGpu, type CheckedHost, checkGpus, type GpuCheck } from "@fulmar/core/operator";
import type { Actions } from "../actions.ts";
import { command } from "../program.ts";

export const gpuCommands = ({ reporting }: Actions) => [
  command(
    "check",
    "Show the GPUs of a site's hosts, who has each, and which plans they serve. The exit code is 1 when something is wrong",
  )
    .requiredOption("--site <ID>", "the site")
    .option("--host <NAME>", "this host alone")
    .option("--try", "start a machine that has free GPUs for a minute, look into it, and remove it")
    .option("--output <text|json>", "json prints one JSON document, as --json does")
    .action(
      reporting(async ({ database, configuration, signals }, { site, host, try: trial = false }) => {
        const ended = new AbortController();
        const end = () => ended.abort();
        for (const signal of ["SIGINT", "SIGTERM"]) signals.once(signal, end);
        try {
          const check = await checkGpus(database, configuration, site, { host, trial, signal: ended.signal });
          const failed = check.wrong.length > 0;
          return { text: textOf(check), json: { state: failed ? "fail" : "ok", ...check }, failed };
        } finally {
          for (const signal of ["SIGINT", "SIGTERM"]) signals.off(signal, end);
        }
      }),
    ),
];

function textOf({ site_id, name, hosts, plans, trial, wrong }: GpuCheck): string {
  const lines = [
    `Site ${name} (${site_id})`,
    ...hosts.flatMap(linesOf),
    ...(hosts.length === 0 ? ["", "The site does not list its hosts, and has any GPU that a plan asks for."] : []),
    "",
    "Plans",
    ...(plans.length === 0 ? ["  There is no GPU plan."] : []),
    ...plans.map(
      ({ plan_id, listed, hosts: able, wrong: isWrong, finding }) =>
        `  ${stateOf(isWrong, able.length > 0)}  ${plan_id}${listed ? "" : " (not for this site)"}: ${finding}`,
    ),
    ...(trial === null ? [] : ["", "Trial"]),
    ...(trial ?? []).map(({ ok, step, said }) => `  ${stateOf(!ok)}  ${step}: ${said}`),
    "",
    ...(wrong.length === 0 ? ["Nothing is wrong."] : ["Wrong:", ...wrong.map((sentence) => `  ${sentence}`)]),
  ];
  return `${lines.join("\n")}\n`;
}

function stateOf(wrong: boolean, ok = true): string {
  return wrong ? "fail" : ok ? "ok  " : "–   ";
}

function linesOf({ name, online, gpus, notes, differences }: CheckedHost): string[] {
  return [
    "",
    `${name}${online ? "" : " (offline)"}`,
    ...(gpus !== null && gpus.length === 0 ? ["  It has no GPU that can be sold."] : []),
    ...(gpus ?? []).filter(({ slice }) => slice?.onDemand !== true).map(lineOf),
    ...onDemandLines(gpus ?? []),
    ...notes.map((note) => `  note  ${note}`),
    ...differences.map((sentence) => `  fail  ${sentence}`),
  ];
}

function lineOf({ address, model, driver, iommuGroup, held_by, at_site }: CheckedGpu): string {
  return (
    `  ${address}  ${model}  ${driver === null ? "no driver" : `driver ${driver}`}  ` +
    `${iommuGroup === null ? "no IOMMU group told" : `IOMMU group ${iommuGroup}`}  ` +
    `rows: ${held_by ?? "free"}  site: ${at_site.length === 0 ? "free" : at_site.join(", ")}`
  );
}

/** A card makes slices of many profiles: a line for each profile. */
function onDemandLines(gpus: readonly CheckedGpu[]): string[] {
  const made = gpus.flatMap((gpu) => (gpu.slice?.onDemand ? [{ ...gpu, card: gpu.slice.card }] : []));
  return [...Map.groupBy(made, ({ card, model }) => `  ${card}  ${model}`)].map(([what, slices]) => {
    const takers = slices.flatMap(({ held_by, at_site }) => held_by ?? at_site);
    const whose = takers.length === 0 ? "" : `, taken by ${takers.join(", ")}`;
    return `${what}  made on demand  ${slices.filter(({ free }) => free).length} of ${slices.length} free${whose}`;
  });
}
