"use client";

import { FolderOpen } from "lucide-react";
import Link from "next/link";
import { Button } from "@/components/button.tsx";
import { Panel } from "@/components/problem-panel.tsx";
import { UploadButton } from "./upload-button.tsx";
import { useBucketPlace, useObjectsAddress } from "./use-objects-address.ts";

/** In place of a list without rows: why there are none, and the next step. */
export function NoObjects() {
  const { workspaceId, bucketName } = useBucketPlace();
  const { address, replace } = useObjectsAddress();
  const icon = <FolderOpen className="size-5" aria-hidden />;
  if (address.search !== "") {
    return (
      <Panel icon={icon} title="No name begins with that">
        <p>
          The search looks at the beginnings of names in this folder, letter by letter, capitals and small letters
          apart.
        </p>
        <div className="mt-5">
          <Button onClick={() => replace({ search: "" })}>Show the whole folder</Button>
        </div>
      </Panel>
    );
  }
  return (
    <Panel icon={icon} title={address.prefix === "" ? "No objects yet" : "Nothing in this folder"}>
      <p>
        Drop files or folders here, or choose them.{" "}
        {address.prefix === "" ? (
          <>
            Programs write with an S3 client:{" "}
            <Link
              href={`/workspaces/${workspaceId}/buckets/${bucketName}`}
              className="rounded text-ink underline underline-offset-2"
            >
              its configuration
            </Link>{" "}
            is on the overview.
          </>
        ) : (
          "A folder is there as long as an object is in it."
        )}
      </p>
      <div className="mt-5">
        <UploadButton prefix={address.prefix} />
      </div>
    </Panel>
  );
}
