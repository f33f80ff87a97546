"use client";

import type { Image, Plan } from "@fulmar/contract";
import type { UseFormRegisterReturn } from "react-hook-form";
import { ChoiceCard, ChoiceGroup } from "@/components/choice-card.tsx";
import { hourly, monthly } from "./price.ts";
import { gigabytes, memory, vcpus } from "./size.ts";

interface ChoiceProps {
  /** "" where no site was chosen. */
  readonly siteId: string;
  readonly error: string | undefined;
  readonly register: UseFormRegisterReturn;
}

const isElsewhere = (siteIds: readonly string[], siteId: string) => siteId !== "" && !siteIds.includes(siteId);

export function PlanChoice({ plans, siteId, error, register }: ChoiceProps & { plans: readonly Plan[] }) {
  return (
    <ChoiceGroup legend="Plan" error={error}>
      {plans.map((plan) => (
        <ChoiceCard
          key={plan.plan_id}
          title={plan.name}
          value={plan.plan_id}
          refusal={planRefusal(plan, siteId)}
          {...register}
        >
          {plan.gpu_model !== null && (
            <span className="block text-ink">
              {plan.gpu_count} × {plan.gpu_model}
            </span>
          )}
          {vcpus(plan.cpu)} · {memory(plan.ram_mb)} · {gigabytes(plan.disk_gb)} disk
          <span className="mt-2 block text-ink text-sm">
            <span className="font-medium">{monthly(plan)}</span> <span className="text-ink-muted text-xs">a month</span>
          </span>
          <span className="block">{hourly(plan)} an hour</span>
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  );
}

export function ImageChoice({ images, siteId, error, register }: ChoiceProps & { images: readonly Image[] }) {
  return (
    <ChoiceGroup legend="Image" error={error}>
      {images.map((image) => (
        <ChoiceCard
          key={image.template_id}
          title={image.name}
          value={image.template_id}
          refusal={isElsewhere(image.site_ids, siteId) ? "Not offered at this site" : null}
          {...register}
        >
          Needs {image.min_disk_gb} GB of disk
        </ChoiceCard>
      ))}
    </ChoiceGroup>
  );
}

function planRefusal(plan: Plan, siteId: string): string | null {
  if (!plan.available) return "Not available: it has no price";
  return isElsewhere(plan.site_ids, siteId) ? "Not offered at this site" : null;
}
