/*
 * Node makes calls of the file system on four threads by default. A sync takes a thread for as long as the disk takes,
 * so four PUTs would hold up the reads of all others, and the file system could not make more than four durable at
 * once. Node reads the number when it makes its first such call: this file must be imported before everything else.
 */
// biome-ignore lint/style/noProcessEnv: Node reads it from there
process.env.UV_THREADPOOL_SIZE ??= "32";
