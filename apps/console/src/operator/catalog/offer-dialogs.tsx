"use client";

import type { OperatorImage, OperatorPlan } from "@fulmar/contract";
import { useTRPC } from "@/client/trpc.ts";
import { ConfirmChange } from "@/components/confirm.tsx";
import type { DialogState } from "@/components/dialog-button.tsx";
import { useInstallationChanged } from "../use-changed.ts";

const RETIRED = "Customers see it no longer, and no VM gets it. VMs that have it keep it.";
const OFFERED = "Customers see it again, at the sites where it is offered.";

/** Retires a plan, or offers a retired one again. */
export function OfferPlan({ plan: { plan_id, name, retired }, ...state }: { plan: OperatorPlan } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [change, plan] = retired
    ? ([trpc.operatorPlan.restore, trpc.changePlan.operatorPlan.restore] as const)
    : ([trpc.operatorPlan.retire, trpc.changePlan.operatorPlan.retire] as const);
  return (
    <ConfirmChange
      {...state}
      {...wordsOf(name, retired)}
      change={change}
      input={{ plan_id }}
      plan={plan}
      onDone={() => changed(retired ? `${name} is offered again` : `Retired ${name}`)}
    />
  );
}

/** Retires an image, or offers a retired one again. */
export function OfferImage({
  image: { template_id, name, retired },
  ...state
}: { image: OperatorImage } & DialogState) {
  const trpc = useTRPC();
  const changed = useInstallationChanged();
  const [change, plan] = retired
    ? ([trpc.operatorImage.restore, trpc.changePlan.operatorImage.restore] as const)
    : ([trpc.operatorImage.retire, trpc.changePlan.operatorImage.retire] as const);
  return (
    <ConfirmChange
      {...state}
      {...wordsOf(name, retired)}
      change={change}
      input={{ template_id }}
      plan={plan}
      onDone={() => changed(retired ? `${name} is offered again` : `Retired ${name}`)}
    />
  );
}

function wordsOf(name: string, retired: boolean) {
  return retired
    ? { title: `Offer ${name} again?`, lead: OFFERED, action: "Offer again" }
    : { title: `Retire ${name}?`, lead: RETIRED, action: "Retire" };
}
