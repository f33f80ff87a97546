import { type Client, checks } from "./client.ts";

export const minioClient: Client = {
  name: "mc",
  installed: "mc --version | grep -i minio",
  checks: checks({
    mb: "mc mb s3/$B",
    ls: "mc ls s3 | grep $B",
    "cp, up and down": "mc cp small.txt s3/$B/a; mc cp s3/$B/a out; cmp small.txt out",
    "cp in parts": "mc cp big.bin s3/$B/big; mc cp s3/$B/big out; cmp big.bin out",
    mirror: "mc mirror tree s3/$B/tree; mc mirror s3/$B/tree out.mc; diff -r tree out.mc",
    stat: "mc stat s3/$B/a | grep ETag",
    "pipe and cat": "echo streamed | mc pipe s3/$B/stream; mc cat s3/$B/stream | grep streamed",
    "tag set": "mc tag set s3/$B/a team=red; mc tag list s3/$B/a | grep red",
    "version enable": "mc version enable s3/$B; mc cp small.txt s3/$B/a; mc ls --versions s3/$B/a",
    "share download": "mc share download s3/$B/a | grep Share",
    "rm --recursive": "mc rm --recursive --force --versions s3/$B",
    rb: "mc rb --force s3/$B",
  }),
};
