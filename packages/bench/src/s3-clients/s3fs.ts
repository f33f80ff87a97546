import { type Client, checks } from "./client.ts";

/** Each check mounts the bucket, because a mount must not outlive a check that fails. */
function mounted(commands: string): string {
  return `mkdir -p mnt; s3fs $B mnt -o passwd_file=passwd-s3fs -o url=$ENDPOINT -o use_path_request_style -o endpoint=$REGION
trap 'fusermount3 -u mnt 2>/dev/null || fusermount -u mnt' EXIT
for n in $(seq 300); do mountpoint -q mnt && break; sleep 0.1; done; mountpoint -q mnt
${commands}`;
}

export const s3fs: Client = {
  name: "s3fs",
  installed: "[ -e /dev/fuse ] && s3fs --version",
  checks: checks({
    "mount, write and read": `printf '%s:%s' $AWS_ACCESS_KEY_ID $AWS_SECRET_ACCESS_KEY > passwd-s3fs; chmod 600 passwd-s3fs
curl -sSf -X PUT --aws-sigv4 aws:amz:$REGION:s3 --user "$AWS_ACCESS_KEY_ID:$AWS_SECRET_ACCESS_KEY" -H 'x-amz-content-sha256: UNSIGNED-PAYLOAD' -H 'content-length: 0' $ENDPOINT/$B
${mounted("cp small.txt mnt/one; cmp small.txt mnt/one")}`,
    folders: mounted("mkdir mnt/folder; cp small.txt mnt/folder/two; ls mnt/folder | grep two"),
    rename: mounted("mv mnt/folder/two mnt/folder/three; cmp small.txt mnt/folder/three"),
    "large files": mounted("cp big.bin mnt/big; cmp big.bin mnt/big"),
    append: mounted("echo more >> mnt/one; tail -1 mnt/one | grep more"),
    remove: mounted('rm -r mnt/folder mnt/one mnt/big; [ -z "$(ls mnt)" ]'),
  }),
};
