import {
  type BucketSettingsPort,
  type FoundObject,
  isRefusal,
  type ObjectPort,
  ProviderError,
} from "@fulmar/providers";

const UPLOAD = "planned";

/**
 * The objects of a bucket for who only asks what a change would do: the region's server is read, and what would change
 * it is answered as far as reading tells (docs/adr/0076).
 */
export function rehearsedObjects(objects: ObjectPort): ObjectPort {
  const completed = new Map<string, FoundObject>();
  return {
    list: (page, signal) => objects.list(page, signal),
    listVersions: (page, signal) => objects.listVersions(page, signal),
    listParts: (key, uploadId, signal) => objects.listParts(key, uploadId, signal),
    find: async (key, versionId, signal) => completed.get(key) ?? objects.find(key, versionId, signal),
    async remove(key, versionId, signal) {
      // Without a version, it is hidden, not deleted.
      const found = versionId === undefined ? undefined : await objects.find(key, versionId, signal);
      if (found !== undefined && (found.retainedUntil !== null || found.legalHold))
        throw new ProviderError("object_retained", "The version is under retention or legal hold.", {
          retryable: false,
        });
    },
    async deleteBucket(signal) {
      return (await objects.listVersions({ prefix: "", after: undefined, limit: 1 }, signal)).length === 0;
    },
    createUpload: async () => UPLOAD,
    abortUpload: async () => undefined,
    async completeUpload(key, uploadId, parts, signal) {
      const sizes = await objects.listParts(key, uploadId, signal);
      if (sizes === undefined) return { outcome: "no_upload" };
      if (parts.some(({ partNumber }) => !sizes.has(partNumber))) return { outcome: "invalid_part" };
      const size = parts.reduce((sum, { partNumber }) => sum + (sizes.get(partNumber) ?? 0), 0);
      const never = {
        versionId: UPLOAD,
        retentionMode: null,
        retainedUntil: null,
        legalHold: false,
        modifiedAt: new Date(),
      };
      completed.set(key, { ...never, size, etag: UPLOAD, contentType: "application/octet-stream" });
      return { outcome: "written", etag: UPLOAD };
    },
  };
}

/**
 * The settings of a bucket for the same caller: they are read, and nothing is written. A bucket that is only planned is
 * not there, and so has none.
 */
export function rehearsedSettings(settings: BucketSettingsPort): BucketSettingsPort {
  const nothing = async () => undefined;
  return {
    lifecycle: (signal) => noneWithoutBucket(settings.lifecycle(signal)),
    cors: (signal) => noneWithoutBucket(settings.cors(signal)),
    tags: (key, versionId, signal) => settings.tags(key, versionId, signal),
    ...{ putLifecycle: nothing, putCors: nothing, putTags: nothing, putRetention: nothing, putLegalHold: nothing },
  };
}

async function noneWithoutBucket<Rule>(rules: Promise<Rule[]>): Promise<Rule[]> {
  try {
    return await rules;
  } catch (error) {
    if (isRefusal(error, "NoSuchBucket")) return [];
    throw error;
  }
}
