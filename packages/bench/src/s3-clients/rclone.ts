import { type Client, checks } from "./client.ts";

export const rclone: Client = {
  name: "rclone",
  installed: "rclone version",
  checks: checks({
    mkdir: "rclone mkdir s3:$B",
    lsd: "rclone lsd s3: | grep $B",
    copy: "rclone copy tree s3:$B/tree",
    check: "rclone check tree s3:$B/tree; rclone check --download tree s3:$B/tree",
    touch: "rclone touch s3:$B/touched; rclone lsf s3:$B | grep touched",
    "copyto in parts": `rclone copyto --s3-upload-cutoff 5M --s3-chunk-size 5M big.bin s3:$B/big;
        rclone copyto s3:$B/big out; cmp big.bin out`,
    rcat: "echo streamed | rclone rcat s3:$B/stream; rclone cat s3:$B/stream | grep streamed",
    sync: "rclone sync tree/folder s3:$B/tree; rclone check tree/folder s3:$B/tree",
    "moveto on the server": "rclone moveto s3:$B/big s3:$B/moved; rclone lsf s3:$B | grep moved",
    size: "rclone size s3:$B | grep 'Total size'",
    hashsum: "rclone hashsum MD5 s3:$B/stream | grep $(echo streamed | md5sum | cut -c1-32)",
    link: 'curl -sSf "$(rclone link s3:$B/stream)" | grep streamed',
    deletefile: "rclone deletefile s3:$B/stream",
    purge: 'rclone purge s3:$B; [ -z "$(rclone lsd s3: | grep $B || true)" ]',
  }),
};
