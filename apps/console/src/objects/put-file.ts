import type { UploadUrl } from "@fulmar/contract";

/** The object store did not take a file; the message is a sentence for the reader. */
export class UploadError extends Error {}

/**
 * Sends a file to the object store. By XMLHttpRequest, because no other API of browsers tells how much has been sent.
 * @param onSent gets the bytes that have been sent so far
 * @throws UploadError, and the signal's reason when it is aborted
 */
export function putFile(file: Blob, { url, method, headers }: UploadUrl, onSent: (bytes: number) => void, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value);
    request.upload.onprogress = ({ loaded }) => onSent(loaded);
    request.onload = () => (request.status < 300 ? resolve() : reject(new UploadError(refusalInWords(request.status, request.responseText))));
    request.onerror = () => reject(new UploadError("The upload broke off: the connection was lost, or the file was moved or changed meanwhile. Try again."));
    request.onabort = () => reject(signal.reason);
    signal.addEventListener("abort", () => request.abort(), { once: true });
    request.send(file);
  });
}

/** Refusals of S3 that can be said better than it does. */
const WORDS: Readonly<Record<string, string>> = {
  AccessDenied: "The object store refused it: the object may be retained, or the permission has run out. Try again.",
  EntityTooLarge: "The file is too large to be sent at once; S3 clients such as rclone send it in parts.",
  NoSuchBucket: "The bucket is not there any more.",
  RequestTimeTooSkewed: "The object store's clock and the console's differ too much; tell who runs this installation.",
  SlowDown: "The object store is busy; try again in a moment.",
};

/** @param body what S3 answers: XML with a code and a message */
export function refusalInWords(status: number, body: string): string {
  const code = /<Code>([^<]+)<\/Code>/.exec(body)?.[1];
  const message = /<Message>([^<]+)<\/Message>/.exec(body)?.[1];
  const words = code === undefined ? undefined : WORDS[code];
  return words ?? (message === undefined ? `The object store refused it with status ${status}; try again.` : `The object store refused it: ${message}`);
}
