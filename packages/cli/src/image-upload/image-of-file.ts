import { setTimeout as pause } from "node:timers/promises";
import { type Client, FulmarError, type Image, type OperatorChangePlan } from "@fulmar/sdk";
import { connectionName } from "../contexts.ts";
import { ImageFailed } from "../failure.ts";
import { invoke, invokePlan } from "../invoke.ts";
import type { GlobalOptions } from "../output.ts";
import { lineShown } from "../progress.ts";
import { discardUpload, uploadFile } from "./upload-file.ts";
import { readState, removeState, stateFile, type UploadState, writeState } from "./upload-state.ts";

/** The pauses between two looks at the image. */
const LOOK_MS = { first: 500, most: 5_000 };

export interface UploadOptions extends GlobalOptions {
  readonly wait: boolean;
  readonly restart?: true;
  readonly dryRun?: true;
}

interface Run {
  readonly client: Client;
  /** Without links. */
  readonly path: string;
  /** Of `image.import`, with `bucket_name`. */
  readonly input: Readonly<Record<string, unknown>>;
  readonly options: UploadOptions;
}

/** What an import of a URL with these fields would do: it refuses what would be refused after gigabytes were sent. */
export function planOfFile({ client, input: { bucket_name, ...rest } }: Run): Promise<OperatorChangePlan> {
  return invokePlan(client, "image.import", { ...rest, url: "https://example.com/image" });
}

/**
 * Uploads a file and has an image made of it. It goes on from where an earlier run ended.
 * @throws ImageFailed where the file is refused; the object is kept for another try
 */
export async function imageOfFile(run: Run): Promise<Image> {
  const { client, path, input, options } = run;
  const bucketName = String(input.bucket_name);
  const place = { client, bucketName, stateFile: stateFile({ connection: connectionName(options), bucketName, path }) };
  const earlier = readState(place.stateFile);
  if (options.restart && earlier !== undefined) await discardUpload(place, earlier);
  if (options.restart || earlier?.image_id === undefined) await planOfFile(run);
  const line = lineShown(options.quiet === true);
  try {
    const onStored = (bytes: number, size: number) =>
      line.show(`uploaded ${Math.floor((bytes / size) * 100)} % of ${Math.ceil(size / 2 ** 20)} MiB`);
    const state = await uploadFile({ ...place, path, onStored });
    const begun = await begin(client, state, { ...input, object_key: state.object_key, sha256: state.sha256 });
    writeState(place.stateFile, { ...state, image_id: begun.image_id });
    if (!options.wait) return begun;
    const image = await ended(client, begun, (text) => line.show(text));
    if (image.status === "error") {
      writeState(place.stateFile, state);
      throw new ImageFailed(
        `The image could not be made: ${image.error_message} The file is in the bucket as ${state.object_key}; ` +
          "run the command again with other flags to import it anew, or with --restart to upload it anew.",
      );
    }
    await discardObject(place, state);
    return image;
  } finally {
    line.end();
  }
}

/** The image that an earlier run began, or a new one. */
async function begin(
  client: Client,
  { image_id }: UploadState,
  input: Readonly<Record<string, unknown>>,
): Promise<Image> {
  if (image_id !== undefined) {
    const known = await client.image.get({ image_id }).catch((error: unknown) => {
      if (error instanceof FulmarError && error.status === 404) return undefined;
      throw error;
    });
    if (known !== undefined && known.status !== "error") return known;
  }
  return (await invoke(client, "image.import", input)) as Image;
}

/** Asks for the image until it is there, or has failed. */
async function ended(client: Client, begun: Image, show: (text: string) => void): Promise<Image> {
  let image = begun;
  for (let wait = LOOK_MS.first; image.status === "creating"; wait = Math.min(wait * 2, LOOK_MS.most)) {
    show(image.waiting_reason === null ? "importing" : `waiting: ${image.waiting_reason}`);
    await pause(wait);
    image = await client.image.get({ image_id: image.image_id });
  }
  return image;
}

/** A token that may not delete objects has made its image all the same. */
async function discardObject(place: Parameters<typeof discardUpload>[0], state: UploadState): Promise<void> {
  await discardUpload(place, state).catch((error: unknown) => {
    if (!(error instanceof FulmarError)) throw error;
    removeState(place.stateFile);
    process.stderr.write(`The object ${state.object_key} stays in ${place.bucketName}: ${error.detail}\n`);
  });
}
