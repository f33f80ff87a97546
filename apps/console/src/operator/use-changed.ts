"use client";

import { useQueryClient } from "@tanstack/react-query";
import { useTRPC } from "@/client/trpc.ts";
import { notify } from "@/components/toast-store.ts";

/** Says what was done, and asks again for what a page shows: nothing announces changes of the installation. */
export function useInstallationChanged(): (done: string, detail?: string) => Promise<unknown> {
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  return (done, detail) => {
    notify.done(done, detail);
    return Promise.all(
      [
        trpc.operatorOverview,
        trpc.operatorOrganization,
        trpc.operatorPerson,
        trpc.operator,
        trpc.operatorToken,
        trpc.operatorVm,
        trpc.operatorAddress,
        trpc.operatorSite,
        trpc.operatorEdge,
        trpc.operatorRegion,
        trpc.operatorHost,
        trpc.operatorSiteDecision,
        trpc.operatorUnknownResource,
        trpc.operatorStranger,
        trpc.operatorEvent,
        trpc.operatorPayment,
        trpc.operatorTaxRate,
        trpc.operatorSettings,
        trpc.operatorMail,
        trpc.operatorSingleSignOn,
        trpc.operatorInvoice,
        trpc.operatorPlan,
        trpc.operatorImage,
        trpc.operatorPriceBook,
        trpc.operatorSeller,
        trpc.operatorAnnouncement,
        trpc.operatorQuotaClass,
        trpc.operatorQuotaRequest,
      ].map((asked) => queryClient.invalidateQueries(asked.pathFilter())),
    );
  };
}
