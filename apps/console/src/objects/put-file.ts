/** The object store did not take a file; the message is a sentence for the reader. */
export class UploadError extends Error {
  /** Of the answer; 0 where there was none. */
  readonly status: number;

  constructor(status: number, sentence: string) {
    super(sentence);
    this.status = status;
  }
}

/** Where a file goes, or a part of one. */
export interface PutTarget {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Sends a file, or a part of one, to the object store. By XMLHttpRequest, because no other API of browsers tells how
 * much has been sent.
 * @param onSent gets the bytes that have been sent so far
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
          refusalInWords(request.status, request.responseXML?.querySelector("Message")?.textContent),
        ),
      );
    };
    request.onerror = () =>
      reject(
        new UploadError(
          0,
          "The upload broke off: the connection was lost, or the file was moved or changed meanwhile. Try again.",
        ),
      );
    request.onabort = () => reject(signal.reason);
    request.onloadend = () => signal.removeEventListener("abort", stop);
    signal.addEventListener("abort", stop, { once: true });
    request.send(file);
  });
}

/** @param message what S3 says in its answer, if that could be read */
export function refusalInWords(status: number, message: string | null | undefined): string {
  return message
    ? `The object store refused it: ${message}`
    : `The object store refused it with status ${status}; try again.`;
}
