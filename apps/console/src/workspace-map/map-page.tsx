"use client";

import type { WorkspaceMap } from "@fulmar/contract";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Waypoints } from "lucide-react";
import { usePathname } from "next/navigation";
import { useState } from "react";
import { refreshEvery } from "@/client/live.ts";
import { onDemand } from "@/client/on-demand.tsx";
import { useTRPC } from "@/client/trpc.ts";
import { useListChoice } from "@/client/use-list.ts";
import { useWidth } from "@/client/use-width.ts";
import { ButtonLink } from "@/components/button.tsx";
import { ListToolbar } from "@/components/list-toolbar.tsx";
import { BlockSkeleton, Loaded } from "@/components/loaded.tsx";
import { PageHeader } from "@/components/page-header.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { workspaceHref } from "@/shell/destinations.ts";
import { useWorkspace } from "@/shell/workspace.tsx";
import { failedIn, kindTitle, stateOf } from "./map-nodes.ts";
import { MAP_FILTERS, mapQuestion } from "./map-queries.ts";

const MapPicture = onDemand(
  async () => (await import("./map-picture.tsx")).MapPicture,
  <BlockSkeleton className="h-96" />,
);
const MapList = onDemand(async () => (await import("./map-list.tsx")).MapList, <BlockSkeleton className="h-96" />);

/** Below this width of the content, the list is easier to read than a part of the picture. */
const NARROW = 560;

type View = "map" | "list";

/** All resources of a workspace and how they use each other, as a picture and as a list. */
export function MapPage() {
  const { workspaceId, workspaceName } = useWorkspace();
  const { choice, choose } = useListChoice(MAP_FILTERS);
  const [frame, width] = useWidth<HTMLDivElement>(NARROW);
  const [asked, setAsked] = useState<View | null>(null);
  const query = useQuery({
    ...mapQuestion(useTRPC(), { workspaceId }, choice),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      refreshEvery(state.data?.nodes.some((node) => stateOf(node).tone === "busy") ?? false),
  });
  return (
    <>
      <PageHeader
        title="Map"
        lead={
          <>
            The resources of {workspaceName} and how they use each other. Arrows point from a resource to those it uses.
          </>
        }
      />
      <div ref={frame}>
        <Loaded query={query} skeleton={<BlockSkeleton className="h-96" />}>
          {(map) =>
            map.kinds.length === 0 ? (
              <NothingYet map={map} />
            ) : (
              <>
                <ListToolbar
                  facets={[
                    {
                      label: "Kind",
                      chosen: choice.resource_type ?? [],
                      options: map.kinds.map(
                        ({ resource_type, count }) =>
                          [resource_type, `${kindTitle(resource_type)} (${count.toLocaleString("en")})`] as const,
                      ),
                      onChoose: (values) => choose({ resource_type: values }),
                    },
                    {
                      label: "Tag",
                      chosen: choice.tag ?? [],
                      options: map.tags.map((tag) => [tag, tag] as const),
                      onChoose: (values) => choose({ tag: values }),
                    },
                  ]}
                  onChoose={choose}
                >
                  <ViewChoice view={asked ?? (width < NARROW ? "list" : "map")} onChoose={setAsked} />
                </ListToolbar>
                <Summary map={map} />
                {map.nodes.length === 0 ? (
                  <NoMatch />
                ) : (
                  <>
                    {asked !== "list" && (
                      <div className={asked === null ? "max-sm:hidden" : ""}>
                        <MapPicture map={map} />
                      </div>
                    )}
                    {asked !== "map" && (
                      <div className={asked === null ? "sm:hidden" : ""}>
                        <MapList map={map} />
                      </div>
                    )}
                  </>
                )}
              </>
            )
          }
        </Loaded>
      </div>
    </>
  );
}

function ViewChoice({ view, onChoose }: { view: View; onChoose: (view: View) => void }) {
  return (
    <fieldset className="ml-auto flex gap-1">
      <legend className="sr-only">View</legend>
      {(["map", "list"] as const).map((each) => (
        <button
          key={each}
          type="button"
          aria-pressed={view === each}
          onClick={() => onChoose(each)}
          className="h-9 rounded-md px-3 text-ink-muted text-sm hover:bg-hover hover:text-ink aria-pressed:bg-hover
            aria-pressed:font-medium aria-pressed:text-ink"
        >
          {each === "map" ? "Picture" : "List"}
        </button>
      ))}
    </fieldset>
  );
}

/** The numbers of resources, of failed ones and of those not shown. */
function Summary({ map: { nodes, hidden, truncated } }: { map: WorkspaceMap }) {
  const count = nodes.map((node) => node.count).reduce((sum, each) => sum + each, 0);
  const failed = failedIn(nodes);
  const grouped = nodes.some(({ id }) => id === null);
  return (
    <div className="mb-4 text-ink-muted text-sm">
      <p aria-live="polite">
        {count === 1 ? "1 resource" : `${count.toLocaleString("en")} resources`}
        {failed > 0 && <span className="font-medium text-bad">{`, ${failed.toLocaleString("en")} failed`}</span>}
        {grouped && ". Resources of the same kind and place are grouped; filter to see each one."}
      </p>
      {truncated && <p>There are more resources of a kind than are counted here.</p>}
      {hidden.length > 0 && <p>Your role does not see {hidden.map(kindTitle).join(", ")}.</p>}
    </div>
  );
}

function NothingYet({ map: { hidden } }: { map: WorkspaceMap }) {
  const { workspaceId, roleRefusal } = useWorkspace();
  const refusal = roleRefusal("vm.read");
  return (
    <Panel icon={<Waypoints className="size-5" aria-hidden />} title="Nothing on the map yet">
      {hidden.length > 0 && refusal !== null ? (
        <p>Resources are not shown here. {refusal}</p>
      ) : (
        <>
          <p>
            The map draws VMs, networks, volumes, load balancers and what else the workspace has, and how they use each
            other.
          </p>
          <div className="mt-5">
            <ButtonLink
              href={workspaceHref(workspaceId, "cloud-vms/new")}
              look="primary"
              refusal={roleRefusal("vm.write")}
            >
              Create a VM
            </ButtonLink>
          </div>
        </>
      )}
    </Panel>
  );
}

function NoMatch() {
  const pathname = usePathname();
  return (
    <Panel icon={<Waypoints className="size-5" aria-hidden />} title="No resource matches">
      <p>A tag chooses the resources that have it, and what is joined to them.</p>
      <div className="mt-5">
        <ButtonLink href={{ pathname }}>Show all resources</ButtonLink>
      </div>
    </Panel>
  );
}
