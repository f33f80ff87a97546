/**
 * Reads that show what customers keep: objects, their names and tags, the values of secrets, what VMs print, and what
 * webhooks sent. Operators who view an organization do not have them (docs/adr/0128).
 */
export const SHOWS_CONTENTS: ReadonlySet<string> = new Set([
  "cloudVm.consoleLog",
  "gpuVm.consoleLog",
  "bucketLifecycle.preview",
  "object.list",
  "object.createDownloadUrl",
  "object.createUploadUrl",
  "objectTags.get",
  "objectRetention.get",
  "objectLegalHold.get",
  "objectVersion.list",
  "objectVersion.createDownloadUrl",
  "objectVersion.createRestoreUrl",
  "multipartUpload.createPartUrls",
  "secret.value",
  "startupScript.content",
  "webhookDelivery.list",
  "webhookDelivery.get",
]);
