// The procedures that are used, with their numbers, arguments and answers, after libvirt's public documentation of its
// API. The protocol is a stable ABI (https://libvirt.org/support.html#rpc-protocol): numbers and shapes never change.
import {
  fixedArray,
  int32,
  opaque,
  option,
  struct,
  uint32,
  uint64,
  varOpaque,
  voidType,
  type XdrType,
} from "@stellar/js-xdr";
import { PROGRAM } from "./wire/frame.ts";
import { Checkpoint, Domain, listOf, NodeDevice, Pool, Secret, TypedParameters, text, Volume } from "./wire/values.ts";

export interface Procedure<Arguments, Answer> {
  readonly name: string;
  readonly program: number;
  readonly number: number;
  readonly arguments: XdrType<Arguments>;
  readonly answer: XdrType<Answer>;
}

const NOTHING = voidType();

function procedure<Arguments, Answer>(
  name: string,
  number: number,
  given: XdrType<Arguments>,
  answer: XdrType<Answer>,
  program: number = PROGRAM.remote,
): Procedure<Arguments, Answer> {
  return { name, program, number, arguments: given, answer };
}

const flags = uint32();
const domain = Domain;
const pool = Pool;
const volume = Volume;
const secret = Secret;
/** libvirt's limit of a secret's value. */
const SECRET_BYTES = 65_536;
/** A structure with one member is written as the member alone, and read as a structure, so that answers can be named. */
const ONE_DOMAIN = struct("one domain", { domain });
const ONE_POOL = struct("one pool", { pool });
const ONE_VOLUME = struct("one volume", { volume });
const ONE_SECRET = struct("one secret", { secret });
const ofDomain = struct("of a domain", { domain, flags });
const ofPool = struct("of a pool", { pool, flags });
const ofVolume = struct("of a volume", { volume, flags });
const xml = struct("xml", { xml: text });
const device = struct("device", { domain, xml: text, flags });
const part = struct("part of a volume", { volume, offset: uint64(), length: uint64(), flags });
const list = struct("list", { wanted: int32(), flags });

// Of the connection and its host.
export const authList = procedure("authList", 66, NOTHING, listOf(int32()));
export const connectOpen = procedure("connectOpen", 1, struct("open", { uri: option(text), flags }), NOTHING);
export const connectClose = procedure("connectClose", 2, NOTHING, NOTHING);
export const supportsFeature = procedure(
  "supportsFeature",
  60,
  struct("feature", { feature: int32() }),
  struct("supported", { supported: int32() }),
);
export const getLibVersion = procedure("getLibVersion", 157, NOTHING, struct("version", { version: uint64() }));
export const getHostname = procedure("getHostname", 59, NOTHING, struct("hostname", { hostname: text }));
export const nodeGetInfo = procedure(
  "nodeGetInfo",
  6,
  NOTHING,
  struct("node", {
    model: fixedArray(int32(), 32),
    memoryKib: uint64(),
    cpus: int32(),
    mhz: int32(),
    nodes: int32(),
    sockets: int32(),
    cores: int32(),
    threads: int32(),
  }),
);
export const getDomainCapabilities = procedure(
  "getDomainCapabilities",
  342,
  struct("asked", { emulator: option(text), arch: option(text), machine: option(text), type: option(text), flags }),
  struct("capabilities", { capabilities: text }),
);

/** virConnectListAllNodeDeviceFlags: kinds of devices. */
export const [PCI_DEVICES, MEDIATED_DEVICES] = [2 ** 1, 2 ** 14];
export const listAllNodeDevices = procedure(
  "listAllNodeDevices",
  285,
  list,
  struct("devices", { devices: listOf(NodeDevice), count: uint32() }),
);
export const nodeDeviceGetXml = procedure("nodeDeviceGetXml", 114, struct("device", { name: text, flags }), xml);

// Of domains.
export const listAllDomains = procedure(
  "listAllDomains",
  273,
  list,
  struct("domains", { domains: listOf(domain), count: uint32() }),
);
export const domainLookupByUuid = procedure("domainLookupByUuid", 24, struct("uuid", { uuid: opaque(16) }), ONE_DOMAIN);
export const domainGetXml = procedure("domainGetXml", 14, ofDomain, xml);
export const domainDefineXml = procedure("domainDefineXml", 350, struct("defined", { xml: text, flags }), ONE_DOMAIN);
export const domainCreate = procedure("domainCreate", 196, ofDomain, ONE_DOMAIN);
export const domainDestroy = procedure("domainDestroy", 234, ofDomain, NOTHING);
export const domainUndefine = procedure("domainUndefine", 231, ofDomain, NOTHING);
export const domainReset = procedure("domainReset", 245, ofDomain, NOTHING);
export const domainShutdown = procedure("domainShutdown", 258, ofDomain, NOTHING);
export const domainSuspend = procedure("domainSuspend", 34, ONE_DOMAIN, NOTHING);
export const domainResume = procedure("domainResume", 28, ONE_DOMAIN, NOTHING);
export const domainGetState = procedure(
  "domainGetState",
  212,
  ofDomain,
  struct("state", { state: int32(), reason: int32() }),
);
export const domainAttachDevice = procedure("domainAttachDevice", 160, device, NOTHING);
export const domainDetachDevice = procedure("domainDetachDevice", 161, device, NOTHING);
export const domainUpdateDevice = procedure("domainUpdateDevice", 174, device, NOTHING);
export const domainBlockResize = procedure(
  "domainBlockResize",
  251,
  struct("resized", { domain, disk: text, size: uint64(), flags }),
  NOTHING,
);
export const domainSetMetadata = procedure(
  "domainSetMetadata",
  264,
  struct("metadata", { domain, type: int32(), metadata: option(text), key: option(text), uri: option(text), flags }),
  NOTHING,
);
export const domainOpenConsole = procedure(
  "domainOpenConsole",
  201,
  struct("console", { domain, device: option(text), flags }),
  NOTHING,
);
export const domainBackupBegin = procedure(
  "domainBackupBegin",
  421,
  struct("backup", { domain, backup: text, checkpoint: option(text), flags }),
  NOTHING,
);
export const domainGetJobStats = procedure(
  "domainGetJobStats",
  298,
  ofDomain,
  struct("job", { type: int32(), parameters: TypedParameters }),
);
/** The server keeps cookies of a move below this. */
const COOKIE_BYTES = 4 * 2 ** 20;
/** Of a move that the source drives alone, so without a cookie of ours. */
export const domainMigratePerform = procedure(
  "domainMigratePerform",
  305,
  struct("move", { domain, to: option(text), parameters: TypedParameters, cookie: varOpaque(COOKIE_BYTES), flags }),
  struct("moved", { cookie: varOpaque(COOKIE_BYTES) }),
);
export const domainAbortJob = procedure("domainAbortJob", 442, ofDomain, NOTHING);
export const domainListAllCheckpoints = procedure(
  "domainListAllCheckpoints",
  413,
  struct("list", { domain, wanted: int32(), flags }),
  struct("checkpoints", { checkpoints: listOf(Checkpoint), count: int32() }),
);
export const domainCheckpointDelete = procedure(
  "domainCheckpointDelete",
  417,
  struct("of a checkpoint", { checkpoint: Checkpoint, flags }),
  NOTHING,
);
export const getAllDomainStats = procedure(
  "getAllDomainStats",
  344,
  struct("asked", { domains: listOf(domain), stats: uint32(), flags }),
  struct("statistics", { statistics: listOf(struct("of one", { domain, parameters: TypedParameters })) }),
);
export const domainAgentCommand = procedure(
  "domainAgentCommand",
  3,
  struct("command", { domain, command: text, timeoutSeconds: int32(), flags }),
  struct("answer", { answer: option(text) }),
  PROGRAM.qemu,
);

// Of storage.
export const poolLookupByName = procedure("poolLookupByName", 84, struct("name", { name: text }), ONE_POOL);
export const poolDefineXml = procedure("poolDefineXml", 77, struct("defined", { xml: text, flags }), ONE_POOL);
export const poolBuild = procedure("poolBuild", 79, ofPool, NOTHING);
export const poolCreate = procedure("poolCreate", 78, ofPool, NOTHING);
export const poolSetAutostart = procedure(
  "poolSetAutostart",
  90,
  struct("autostart", { pool, autostart: int32() }),
  NOTHING,
);
export const poolDestroy = procedure("poolDestroy", 80, ONE_POOL, NOTHING);
export const poolUndefine = procedure("poolUndefine", 82, ONE_POOL, NOTHING);
export const poolRefresh = procedure("poolRefresh", 83, ofPool, NOTHING);
export const poolGetXml = procedure("poolGetXml", 88, ofPool, xml);
export const poolGetInfo = procedure(
  "poolGetInfo",
  87,
  ONE_POOL,
  struct("space", { state: uint32(), capacity: uint64(), allocation: uint64(), available: uint64() }),
);
export const poolListAllVolumes = procedure(
  "poolListAllVolumes",
  282,
  struct("list", { pool, wanted: int32(), flags }),
  struct("volumes", { volumes: listOf(volume), count: uint32() }),
);
export const volumeLookupByName = procedure("volumeLookupByName", 95, struct("name", { pool, name: text }), ONE_VOLUME);
export const volumeLookupByPath = procedure("volumeLookupByPath", 97, struct("path", { path: text }), ONE_VOLUME);
export const volumeCreateXml = procedure(
  "volumeCreateXml",
  93,
  struct("created", { pool, xml: text, flags }),
  ONE_VOLUME,
);
export const volumeCreateXmlFrom = procedure(
  "volumeCreateXmlFrom",
  125,
  struct("copied", { pool, xml: text, source: volume, flags }),
  ONE_VOLUME,
);
export const volumeDelete = procedure("volumeDelete", 94, ofVolume, NOTHING);
export const volumeGetInfo = procedure(
  "volumeGetInfo",
  98,
  ONE_VOLUME,
  struct("size", { type: int32(), capacity: uint64(), allocation: uint64() }),
);
export const volumeGetInfoFlags = procedure(
  "volumeGetInfoFlags",
  378,
  ofVolume,
  struct("size", { type: int32(), capacity: uint64(), allocation: uint64() }),
);
export const volumeGetXml = procedure("volumeGetXml", 99, ofVolume, xml);
export const volumeResize = procedure(
  "volumeResize",
  260,
  struct("resized", { volume, capacity: uint64(), flags }),
  NOTHING,
);
export const volumeUpload = procedure("volumeUpload", 208, part, NOTHING);
export const volumeDownload = procedure("volumeDownload", 209, part, NOTHING);

// Of secrets.
/** virSecretUsageType: by whom a secret is used. */
export const CEPH_SECRET = 2;
export const secretLookupByUsage = procedure(
  "secretLookupByUsage",
  147,
  struct("usage", { usage: int32(), name: text }),
  ONE_SECRET,
);
export const secretDefineXml = procedure("secretDefineXml", 142, struct("defined", { xml: text, flags }), ONE_SECRET);
export const secretGetValue = procedure(
  "secretGetValue",
  145,
  struct("asked", { secret, flags }),
  struct("value", { value: varOpaque(SECRET_BYTES) }),
);
export const secretSetValue = procedure(
  "secretSetValue",
  144,
  struct("set", { secret, value: varOpaque(SECRET_BYTES), flags }),
  NOTHING,
);

// Of events. The server calls the client by the numbers of the second group.
const ANY_DOMAIN = option(domain);
export const registerEvent = procedure(
  "registerEvent",
  316,
  struct("event", { event: int32(), domain: ANY_DOMAIN }),
  struct("callback", { callback: int32() }),
);
export const deregisterEvent = procedure("deregisterEvent", 317, struct("callback", { callback: int32() }), NOTHING);
export const LIFECYCLE_EVENT = 318;
export const LifecycleEvent = struct("lifecycle", { callback: int32(), domain, event: int32(), detail: int32() });
export const DEVICE_REMOVED_EVENT = 333;
export const DeviceRemovedEvent = struct("removed", { callback: int32(), domain, alias: text });
