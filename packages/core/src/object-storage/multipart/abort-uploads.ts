import type { Reconciler } from "@fulmar/engine";
import { type RowOf, statement } from "@fulmar/prisma";
import { rgwObjects } from "@fulmar/providers";
import { throwAll, workOn } from "../../work/work-through.ts";
import type { WorkerServices } from "../../work/worker-services.ts";
import { sealerOfOwners } from "../remote/storage-owner.ts";
import { UPLOAD_DAYS } from "./multipart-upload-repository.ts";

const due = statement(
  "multipart_remote_due",
  `SELECT u.workspace_id, u.upload_id, u.key, u.remote_id, b.name, r.endpoint_url, o.access_key_id, o.secret_sealed
     FROM multipart_upload u JOIN bucket b ON b.workspace_id = u.workspace_id AND b.bucket_id = u.bucket_id
     JOIN storage_region r ON r.region = b.region
     JOIN storage_owner o ON o.region = b.region AND o.workspace_id = b.workspace_id
    WHERE u.remote_id IS NOT NULL AND u.created_at < now() - make_interval(days => $upload_days::int)
    ORDER BY u.created_at LIMIT 500`,
);

const forget = statement(
  "multipart_remote_forget",
  "DELETE FROM multipart_upload WHERE workspace_id = $workspace_id::bigint AND upload_id = $upload_id",
);

/** Aborts uploads in parts at the servers of regions that the API began and nobody has completed in time. */
export const abortRemoteUploads: Reconciler<Pick<WorkerServices, "database" | "secrets">> = {
  name: "abort-remote-uploads",
  everyMs: 3_600_000,
  async run({ database: { sql }, secrets }, signal) {
    const sealer = sealerOfOwners(secrets);
    const abort = async (upload: RowOf<typeof due>) => {
      const { workspace_id, upload_id, key, remote_id, name, endpoint_url, access_key_id: accessKeyId } = upload;
      if (endpoint_url === null || remote_id === null) return;
      const owner = { accessKeyId, secretAccessKey: sealer.open(upload.secret_sealed, accessKeyId) };
      await rgwObjects(endpoint_url, owner, name).abortUpload(key, remote_id, signal);
      await sql.query(forget, { workspace_id, upload_id });
    };
    throwAll(await workOn(await sql.query(due, { upload_days: UPLOAD_DAYS }), abort, signal));
  },
};
