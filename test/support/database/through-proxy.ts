import type { Database } from '../../../backend/kernel/database/connect.ts'
import { createProxy, type Proxy as TcpProxy } from '../tcp-proxy.ts'

/** The address of this database behind a network that a test can cut. */
export async function throughProxy(database: Pick<Database, 'url'>): Promise<{ proxy: TcpProxy; url: string }> {
  const { host, hostname, port } = new URL(database.url)
  const proxy = await createProxy({ host: hostname, port: Number(port) })
  return { proxy, url: database.url.replace(host, `127.0.0.1:${proxy.port}`) }
}
