-- Deleted objects of a bucket with versions are listed by their delete markers.
CREATE INDEX "object_version_marker_idx" ON "object_version" ("workspace_id", "bucket_id", "key", "number") WHERE "is_marker";
