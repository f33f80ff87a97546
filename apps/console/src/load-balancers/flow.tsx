"use client";

import { inOrder, type LoadBalancerListener, type LoadBalancerPool } from "@fulmar/contract";
import { fitted, TONE_FILL } from "@/charts/picture.ts";
import type { ListedVm } from "@/vms/listed-vms.tsx";
import { flowLayout } from "./flow-layout.ts";
import { HEALTH_TONE, type TargetHealth } from "./health.ts";
import { targetName } from "./use-load-balancer.ts";

/** A diagram of the route of requests through a load balancer. The other tabs show the same as text. */
export function Flow({
  listeners,
  pools,
  health,
  vms,
}: {
  listeners: readonly LoadBalancerListener[];
  pools: readonly LoadBalancerPool[];
  health: ReadonlyMap<string, TargetHealth>;
  vms: ReadonlyMap<string, ListedVm>;
}) {
  const flow = flowLayout(
    listeners,
    pools.map((pool) => ({
      ...pool,
      targets: pool.targets.map((target) => ({
        ...{ id: target.target_id, name: targetName(target, vms), enabled: target.enabled },
        health: health.get(target.target_id)?.status ?? "unknown",
      })),
    })),
    (rules) => inOrder(rules),
  );
  return (
    <section
      aria-label="Diagram of request routing"
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling region must be reachable
      tabIndex={0}
      className="overflow-x-auto rounded-lg border border-line bg-surface p-4 shadow-card"
    >
      <svg
        role="img"
        aria-label={
          `${listeners.length} listeners lead to ${pools.length} pools; the tabs Listeners and Pools & targets ` +
          "list them"
        }
        viewBox={`-1 -1 ${flow.width + 2} ${flow.height + 2}`}
        width={flow.width + 2}
        height={flow.height + 2}
        className="mx-auto block max-w-none"
      >
        {flow.ways.map((way) => (
          <path key={way} d={way} className="fill-none stroke-line-strong" strokeWidth={1.5} />
        ))}
        {flow.listeners.map(({ listener, ...box }) => (
          <g key={listener.listener_id}>
            <rect {...box} rx={8} className="fill-accent-soft" />
            <text x={box.x + 12} y={box.y + 18} className="fill-accent font-medium text-xs">
              {fitted(listener.name, box.width - 20)}
            </text>
            <text x={box.x + 12} y={box.y + 33} className="fill-ink-muted font-mono text-[11px]">
              {listener.protocol} {listener.port}
            </text>
          </g>
        ))}
        {flow.choices.map(({ key, when, action, ...box }) => (
          <g key={key}>
            <title>{action === null ? when : `${when}: ${action}`}</title>
            <rect {...box} rx={6} className="fill-canvas stroke-line-strong" />
            <text x={box.x + 12} y={box.y + (action === null ? 24 : 17)} className="fill-ink text-xs">
              {fitted(when, box.width - 20)}
            </text>
            {action !== null && (
              <text
                x={box.x + 12}
                y={box.y + 32}
                className={`text-[11px] ${action === "nothing" ? "fill-warn" : "fill-ink-muted"}`}
              >
                {fitted(action === "nothing" ? "no answer" : action, box.width - 20)}
              </text>
            )}
          </g>
        ))}
        {flow.pools.map(({ pool, ...box }) => (
          <g key={pool.pool_id}>
            <rect {...box} rx={8} className="fill-surface stroke-accent" strokeWidth={1.5} />
            <text x={box.x + 12} y={box.y + 19} className="fill-ink font-medium text-xs">
              {fitted(pool.name, box.width - 20)}
            </text>
            <text x={box.x + 12} y={box.y + 35} className="fill-ink-muted text-[11px]">
              {pool.targets.length === 0 ? "no targets" : `${pool.protocol}, ${pool.algorithm.replaceAll("_", " ")}`}
            </text>
          </g>
        ))}
        {flow.targets.map(({ key, target, more, ...box }) => (
          <g key={key}>
            {target === undefined ? (
              <text x={box.x + 4} y={box.y + 17} className="fill-ink-muted text-xs">
                and {more} more
              </text>
            ) : (
              <>
                <title>{`${target.name}: ${target.health}`}</title>
                <rect {...box} rx={5} className="fill-canvas stroke-line-strong" />
                <circle cx={box.x + 12} cy={box.y + 13} r={4} className={TONE_FILL[HEALTH_TONE[target.health]]} />
                <text
                  x={box.x + 23}
                  y={box.y + 17}
                  className={`text-xs ${target.enabled ? "fill-ink" : "fill-ink-subtle"}`}
                >
                  {fitted(target.name, box.width - 30)}
                </text>
              </>
            )}
          </g>
        ))}
      </svg>
    </section>
  );
}
