"use client";

import { TriangleAlert } from "lucide-react";
import { CopyBlock } from "@/components/copy-block.tsx";
import { Copyable } from "@/components/copyable.tsx";
import { Facts } from "@/components/facts.tsx";
import { awsConfiguration, type ConnectionTo, rcloneConfiguration } from "./client-configuration-text.ts";

/** Endpoint, region and the configurations of two common clients. */
export function ClientConfiguration({
  region,
  endpointUrl,
  ...rest
}: Omit<ConnectionTo, "region"> & { region: string | null }) {
  const to = { region: region ?? "", endpointUrl, ...rest };
  return (
    <div className="space-y-5">
      {endpointUrl === null && (
        <p role="status" className="flex gap-3 rounded-md border border-warn/30 bg-warn-soft px-3.5 py-3">
          <TriangleAlert className="mt-0.5 size-4 shrink-0 text-warn" aria-hidden />
          This region has no S3 endpoint yet. The configurations below have a placeholder for its address.
        </p>
      )}
      <Facts
        label="S3 endpoint"
        facts={[
          [
            "Endpoint",
            endpointUrl === null ? "none yet" : <Copyable key="endpoint" text={endpointUrl} label="endpoint" />,
          ],
          ["Region", <Copyable key="region" text={to.region} label="region" />],
          [
            "Access key id",
            to.accessKeyId === undefined ? (
              "none yet"
            ) : (
              <Copyable key="key" text={to.accessKeyId} label="access key id" />
            ),
          ],
        ]}
      />
      <CopyBlock label="rclone.conf" text={rcloneConfiguration(to)} />
      <CopyBlock label="AWS CLI" text={awsConfiguration(to)} />
    </div>
  );
}
