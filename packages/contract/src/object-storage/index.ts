export * from "./access-key.ts";
export * from "./bucket.ts";
export * from "./limits.ts";
export * from "./multipart-upload.ts";
export * from "./object.ts";
