/** An upload that the object store refused or never answered. The message is a sentence for the user. */
export class UploadError extends Error {
  /** The HTTP status, or 0 without an answer. */
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

export interface PutTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Uploads a file, or a part of one, to the object store. It uses XMLHttpRequest because no other browser API reports
 * upload progress.
 * @param onSent gets the number of bytes sent so far
 * @returns the ETag
 * @throws UploadError, and the signal's reason when it is aborted
 */
export function putFile(
  file: Blob,
  { url, headers }: PutTarget,
  onSent: (bytes: number) => void,
  signal: AbortSignal,
): Promise<string> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted();
    const request = new XMLHttpRequest();
    const stop = () => request.abort();
    request.open("PUT", url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => {
      if (request.status < 300) return resolve(request.getResponseHeader("etag") ?? "");
      reject(
        new UploadError(
          request.status,
          describeRefusal(request.status, request.responseXML?.querySelector("Message")?.textContent),
        ),
      );
    };
    request.onerror = () =>
      reject(
        new UploadError(
          0,
          "The upload was interrupted: the connection was lost, or the file was moved or changed meanwhile. Try again.",
        ),
      );
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop, { once: true });
    request.send(file);
  });
}

/** @param message the message of S3's answer, if it could be read */
export function describeRefusal(status: number, message: string | null | undefined): string {
  return message
    ? `The object store refused it: ${message}`
    : `The object store refused it with status ${status}; try again.`;
}
