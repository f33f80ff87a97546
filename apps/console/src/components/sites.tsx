"use client";

import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useEffect, useEffectEvent } from "react";
import { sitesQuestion } from "@/client/catalog-questions.ts";
import { useTRPC } from "@/client/trpc.ts";
import { SelectField } from "@/components/field.tsx";
import { useWorkspace } from "@/shell/workspace.tsx";

/** Why a form has no site to choose. */
export const NO_SITE = "There is no site for this yet: whoever operates this installation adds sites.";

function useLoadedSites() {
  const { workspaceId } = useWorkspace();
  const trpc = useTRPC();
  return useQuery({ ...sitesQuestion(trpc, { workspaceId }), staleTime: Number.POSITIVE_INFINITY }).data?.items;
}

/** All sites. Empty until they have loaded. */
export function useSites() {
  return useLoadedSites() ?? [];
}

/** The sites as values of a filter. */
export function useSiteChoices(): readonly (readonly [siteId: string, name: string])[] {
  return useSites().map(({ site_id, name }) => [site_id, name] as const);
}

/** A site's name, or its id until the name has loaded. */
export function SiteName({ siteId }: { siteId: string }) {
  return (
    <span className="whitespace-nowrap">{useSites().find(({ site_id }) => site_id === siteId)?.name ?? siteId}</span>
  );
}

/** Chooses the first site when the sites are known: forms for something that cannot move begin with it. */
export function useFirstSite(choose: (siteId: string) => void): void {
  const first = useSites()[0]?.site_id;
  const chooseFirst = useEffectEvent(choose);
  useEffect(() => {
    if (first !== undefined) chooseFirst(first);
  }, [first]);
}

export function SiteSelect(field: Omit<ComponentProps<typeof SelectField>, "children" | "label">) {
  const sites = useLoadedSites();
  return (
    <SelectField label="Site" hint={sites?.length === 0 ? NO_SITE : undefined} {...field}>
      <option value="">Choose a site</option>
      {sites?.map(({ site_id, name, location }) => (
        <option key={site_id} value={site_id}>
          {name} · {location}
        </option>
      ))}
    </SelectField>
  );
}
