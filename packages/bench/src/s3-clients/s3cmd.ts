import { type Client, checks } from "./client.ts";

export const s3cmd: Client = {
  name: "s3cmd",
  installed: "s3cmd --version",
  checks: checks({
    mb: "s3cmd mb s3://$B",
    ls: "s3cmd ls | grep $B",
    "put and get": "s3cmd put small.txt s3://$B/small.txt; s3cmd get --force s3://$B/small.txt out; cmp small.txt out",
    "put in parts":
      "s3cmd put --multipart-chunk-size-mb=5 big.bin s3://$B/big; s3cmd get --force s3://$B/big out; cmp big.bin out",
    "put --recursive": "s3cmd put --recursive tree s3://$B/",
    sync: `s3cmd sync tree/ s3://$B/synced/; mkdir -p out.s3cmd;
      s3cmd sync s3://$B/synced/ out.s3cmd/; diff -r tree out.s3cmd`,
    cp: "s3cmd cp s3://$B/small.txt s3://$B/copy.txt",
    mv: "s3cmd mv s3://$B/copy.txt s3://$B/moved.txt",
    info: "s3cmd info s3://$B; s3cmd info s3://$B/small.txt | grep 'MD5'",
    "put --acl-private": "s3cmd put --acl-private small.txt s3://$B/private",
    modify: "s3cmd modify --add-header='Cache-Control: no-store' s3://$B/small.txt; s3cmd info s3://$B/small.txt",
    du: "s3cmd du s3://$B",
    signurl: 'curl -sSf "$(s3cmd signurl s3://$B/small.txt +60)" | cmp - small.txt',
    "setpolicy and delpolicy": `echo '{"Version":"2012-10-17","Statement":[{"Effect":"Allow","Principal":"*","Action":"s3:GetObject","Resource":"arn:aws:s3:::'$B'/*"}]}' > policy;
      s3cmd setpolicy policy s3://$B; curl -sSf $ENDPOINT/$B/small.txt | cmp - small.txt; s3cmd delpolicy s3://$B`,
    "setlifecycle and dellifecycle": `echo '<LifecycleConfiguration><Rule><ID>old</ID><Filter><Prefix>log/</Prefix></Filter><Status>Enabled</Status><Expiration><Days>30</Days></Expiration></Rule></LifecycleConfiguration>' > rules;
      s3cmd setlifecycle rules s3://$B; s3cmd getlifecycle s3://$B | grep old; s3cmd dellifecycle s3://$B`,
    multipart: "s3cmd multipart s3://$B",
    "del --recursive": "s3cmd del --recursive --force s3://$B",
    rb: "s3cmd rb s3://$B",
  }),
};
