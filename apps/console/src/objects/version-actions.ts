"use client";

import type { ObjectVersion } from "@fulmar/contract";
import { useQueryClient } from "@tanstack/react-query";
import { problemOf } from "@/client/problem.ts";
import { useTRPC, useTRPCClient } from "@/client/trpc.ts";
import { notify } from "@/components/toast-store.ts";
import { download } from "./download.ts";
import { lastName } from "./object-names.ts";
import { bucketInput } from "./object-queries.ts";
import { useBucketPlace } from "./use-objects-address.ts";

/** Long enough for the browser to begin. */
const EXPIRES_IN_S = 60;

/** The actions on versions. The browser sends them to the object store, by presigned URLs. */
export function useVersionActions() {
  const client = useTRPCClient();
  const trpc = useTRPC();
  const queryClient = useQueryClient();
  const place = useBucketPlace();
  const inputOf = ({ key, version_id }: ObjectVersion) => ({ ...bucketInput(place), object_key: key, version_id });
  const refresh = () =>
    Promise.all(
      [trpc.objectVersion, trpc.object, trpc.bucket].map((router) =>
        queryClient.invalidateQueries(router.pathFilter()),
      ),
    );
  return {
    refresh,
    download(version: ObjectVersion) {
      const input = { ...inputOf(version), expires_in: EXPIRES_IN_S, disposition: "attachment" } as const;
      client.objectVersion.createDownloadUrl.mutate(input).then(
        ({ url }) => download(url),
        (error: unknown) => notify.failed("Not downloaded", problemOf(error).detail),
      );
    },
    /** Copies a version to its key, as the newest one. */
    async restore(version: ObjectVersion): Promise<void> {
      try {
        const input = { ...inputOf(version), expires_in: EXPIRES_IN_S };
        const { url, method, headers } = await client.objectVersion.createRestoreUrl.mutate(input);
        const answer = await fetch(url, { method, headers });
        if (!answer.ok) throw new Error(`The object store answered ${answer.status}; try again.`);
        notify.done(`Restored ${lastName(version.key)}`);
      } catch (error) {
        notify.failed("Not restored", problemOf(error).detail);
      }
      await refresh();
    },
    /** Brings a deleted object back. @param marker its delete marker */
    async undelete(marker: ObjectVersion): Promise<void> {
      try {
        await client.objectVersion.delete.mutate(inputOf(marker));
        notify.done(`Brought ${lastName(marker.key)} back`);
      } catch (error) {
        notify.failed("Not brought back", problemOf(error).detail);
      }
      await refresh();
    },
    inputOf,
  };
}
