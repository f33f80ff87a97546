"use client";

import type { Plan } from "@fulmar/contract";
import { useState } from "react";
import { planOf } from "@/client/plan-question.ts";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { ChoiceDialog } from "@/components/form-dialog.tsx";
import { BlockSkeleton } from "@/components/loaded.tsx";
import { useChanged } from "@/shell/use-changed.ts";
import { gigabytes, memory, monthly, unavailable, vcpus } from "@/vms/plan.ts";
import { usePlans } from "@/vms/use-catalog.ts";
import { useVm } from "../vm-place.tsx";

/** Selects another plan, with the difference in size and price. */
export function PlanDialog({ open, onClose }: DialogState) {
  const { kind, vm, procedures, plans: changePlans, target } = useVm();
  const changed = useChanged("begun", vm.id);
  const catalog = usePlans();
  const plans = catalog.data?.items.filter(({ type }) => type === kind);
  const present = plans?.find(({ plan_id }) => plan_id === vm.plan_id);
  const [planId, setPlanId] = useState("");
  const chosen = plans?.find(({ plan_id }) => plan_id === planId);
  return (
    <ChoiceDialog
      open={open}
      onClose={onClose}
      title={`Change the plan of ${vm.name}`}
      lead={
        vm.status === "running"
          ? "The VM is shut down for this and started again."
          : "The VM is stopped and stays stopped."
      }
      action="Change plan"
      wide
      error={catalog.error}
      plan={planId === "" ? null : planOf(changePlans.vm.resizePlan, { ...target, plan_id: planId })}
      refusal={planId === "" ? "Choose another plan first." : null}
      change={procedures.vm.resizePlan}
      input={{ ...target, plan_id: planId }}
      onDone={() => changed(`Changing the plan of ${vm.name}`)}
    >
      {plans === undefined ? (
        <BlockSkeleton />
      ) : (
        <ChoiceGroup legend="Plan" error={undefined}>
          {plans.map((plan) => (
            <ChoiceCard
              key={plan.plan_id}
              title={plan.name}
              name="plan"
              value={plan.plan_id}
              refusal={planRefusal(plan, vm)}
              checked={plan.plan_id === planId}
              onChange={() => setPlanId(plan.plan_id)}
            >
              {vcpus(plan.cpu)} · {memory(plan.ram_mb)} · {gigabytes(plan.disk_gb)} disk
              {plan.gpu_model !== null && ` · ${plan.gpu_count} × ${plan.gpu_model}`}
              <span className="mt-2 block text-ink text-sm">
                <span className="font-medium">{monthly(plan)}</span>{" "}
                <span className="text-ink-muted text-xs">a month</span>
              </span>
              {present !== undefined && plan.plan_id !== present.plan_id && (
                <span className="block">{priceDifference(present, plan)}</span>
              )}
            </ChoiceCard>
          ))}
        </ChoiceGroup>
      )}
      {chosen !== undefined && <p className="text-ink-muted">{describeDisk(vm.disk_gb, chosen.disk_gb)}</p>}
    </ChoiceDialog>
  );
}

function planRefusal(plan: Plan, vm: { readonly plan_id: string; readonly site_id: string }): string | null {
  if (plan.plan_id === vm.plan_id) return "Current plan";
  return unavailable(plan) ?? (plan.site_ids.includes(vm.site_id) ? null : "Not offered at the site of the VM");
}

/** A root disk grows with a plan and never shrinks. */
function describeDisk(presentGb: number, planGb: number): string {
  if (planGb > presentGb) return `The root disk grows from ${gigabytes(presentGb)} to ${gigabytes(planGb)}.`;
  if (planGb === presentGb) return `The root disk stays at ${gigabytes(presentGb)}.`;
  return (
    `The root disk stays at ${gigabytes(presentGb)}: ` +
    `the ${gigabytes(presentGb - planGb)} beyond the plan are billed by the gigabyte.`
  );
}

/** The price difference to another plan: "+$7.30 a month". Null if either has no price. */
export function priceDifference(present: Plan, other: Plan): string | null {
  if (present.monthly_price === null || other.monthly_price === null || other.currency === null) return null;
  const difference = Number(other.monthly_price) - Number(present.monthly_price);
  if (difference === 0) return "the same price";
  const amount = new Intl.NumberFormat("en", {
    style: "currency",
    currency: other.currency,
    signDisplay: "always",
  }).format(difference);
  return `${amount} a month`;
}
