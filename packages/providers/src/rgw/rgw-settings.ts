import type { BucketSettingsPort, StorageKey } from "../ports/object-storage-port.ts";
import { md5Of, putDocument, readDocument } from "../s3/bucket-documents.ts";
import { objectPath, objectRetained } from "./rgw-objects.ts";
import { corsXml, lifecycleXml, readCors, readLifecycle, readTags, tagsXml } from "./settings-xml.ts";
import { isRefusal, RgwClient } from "./signed-request.ts";
import { element, textElement } from "./xml-document.ts";

/** The gateway takes no empty retention, so one that is removed ends this soon. */
const REMOVED_AFTER_MS = 1_000;

/** The settings of S3 clients for a bucket on a Ceph RADOS Gateway, and for its objects. */
export function rgwSettings(endpoint: string, owner: StorageKey, bucketName: string): BucketSettingsPort {
  const client = new RgwClient(endpoint, owner);
  const of = (part: string, key: string, versionId: string | undefined) => ({
    path: objectPath(bucketName, key),
    query: { [part]: "", ...(versionId !== undefined && { versionId }) },
  });
  const put = async (
    place: ReturnType<typeof of>,
    body: string,
    headers: Record<string, string>,
    signal: AbortSignal,
  ) => client.send({ ...place, method: "PUT", headers: { ...headers, ...md5Of(body) }, body }, signal);
  return {
    async lifecycle(signal) {
      return readLifecycle((await readDocument(client, bucketName, "lifecycle", signal)) ?? "");
    },
    putLifecycle: (rules, signal) =>
      putDocument(client, bucketName, "lifecycle", rules.length === 0 ? undefined : lifecycleXml(rules), signal),
    async cors(signal) {
      return readCors((await readDocument(client, bucketName, "cors", signal)) ?? "");
    },
    putCors: (rules, signal) =>
      putDocument(client, bucketName, "cors", rules.length === 0 ? undefined : corsXml(rules), signal),
    async tags(key, versionId, signal) {
      try {
        return readTags((await client.send({ ...of("tagging", key, versionId), method: "GET" }, signal)).text);
      } catch (error) {
        if (isRefusal(error, "NoSuchKey", "NoSuchVersion", "MethodNotAllowed")) return undefined;
        throw error;
      }
    },
    async putTags(key, versionId, tags, signal) {
      await put(of("tagging", key, versionId), tagsXml(tags), {}, signal);
    },
    async putRetention(key, versionId, retention, { bypassGovernance }, signal) {
      const { mode, until } = retention ?? { mode: "GOVERNANCE", until: new Date(Date.now() + REMOVED_AFTER_MS) };
      const date = textElement("RetainUntilDate", until.toISOString());
      const body = element("Retention", textElement("Mode", mode), date);
      const headers: Record<string, string> = bypassGovernance ? { "x-amz-bypass-governance-retention": "true" } : {};
      try {
        await put(of("retention", key, versionId), body, headers, signal);
      } catch (error) {
        throw isRefusal(error, "AccessDenied") ? objectRetained(error) : error;
      }
    },
    async putLegalHold(key, versionId, legalHold, signal) {
      const body = element("LegalHold", textElement("Status", legalHold ? "ON" : "OFF"));
      await put(of("legal-hold", key, versionId), body, {}, signal);
    },
  };
}
