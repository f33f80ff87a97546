import { createUserWithPassword } from "@fulmar/core/identity";
import { startThrowawayDatabase, type ThrowawayDatabase } from "@fulmar/prisma/server";
import { Client } from "../client.ts";
import { SignedObjects } from "../object-drill/signed-objects.ts";
import { Product } from "../product.ts";
import type { FrontCertificate, Names } from "./front.ts";

export const PASSWORD = "correct-battery-staple-7";
export const BUCKET = "drill";

/** A whole cell: a database server of its own, and all processes. */
export class Cell {
  readonly name: string;
  readonly names: Names;
  readonly product: Product;
  /** Calls the API through the front. */
  readonly client: Client;
  readonly email: string;
  /** Addresses of its processes, by those of the sample configuration. */
  servers: Readonly<Record<string, string>> = {};
  readonly #server: ThrowawayDatabase;

  private constructor(name: string, names: Names, product: Product, server: ThrowawayDatabase) {
    this.name = name;
    this.names = names;
    this.product = product;
    this.client = new Client(`${names.api}/v1`, product);
    this.email = `ada@${name}.example.com`;
    this.#server = server;
  }

  /**
   * @param cells the value of FULMAR_CELLS
   * @param certificate of the front, through which its console asks the other one
   */
  static async start(
    name: "eu1" | "eu2",
    { names, cells, certificate }: { names: Names; cells: string; certificate: FrontCertificate },
  ): Promise<Cell> {
    const server = await startThrowawayDatabase();
    const product = await Product.install({
      server,
      ...(name === "eu2" && { cellNumber: 2 }),
      variables: {
        FULMAR_CELL: name,
        FULMAR_CELLS: cells,
        FULMAR_CELLS_KEY: "the key of the cells of the drill",
        FULMAR_PUBLIC_API_URL: names.api,
        FULMAR_PUBLIC_CONSOLE_URL: names.console,
        FULMAR_PUBLIC_OBJECT_STORE_URL: names.store,
        FULMAR_TRUSTED_PROXIES: "127.0.0.1",
        FULMAR_LOG_LEVEL: "fatal",
        NODE_EXTRA_CA_CERTS: certificate.path,
      },
    });
    const cell = new Cell(name, names, product, server);
    const { database, organizationId } = product;
    const user_id = await createUserWithPassword(database, { name: "Ada", email: cell.email, password: PASSWORD });
    await database.prisma.member.create({ data: { organization_id: organizationId, user_id, role: "owner" } });
    product.startWorker();
    const network = name === "eu1" ? "10.1.0.11" : "10.2.0.11";
    cell.servers = {
      [`${network}:4000`]: hostOf(await product.startApi()),
      [`${network}:4001`]: hostOf(await product.startObjectStore()),
      [`${network}:3000`]: hostOf(await product.startConsole()),
    };
    return cell;
  }

  /** Makes the bucket through the front, with an object. */
  async store(): Promise<SignedObjects> {
    const objects = await SignedObjects.create(this.product, `${this.names.api}/v1`, [BUCKET]);
    objects.endpoint = this.names.store;
    await objects.require("PUT", { bucket: BUCKET, key: "which", body: this.name });
    return objects;
  }

  /** kill -9 of the database server. It stays away. */
  killDatabase(): Promise<void> {
    return this.#server.lose();
  }

  stop(): Promise<void> {
    return this.product.stop();
  }
}

const hostOf = (url: string) => new URL(url).host;
