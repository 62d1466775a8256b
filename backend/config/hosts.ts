import { BlockList, isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

const loopback = new BlockList()
loopback.addSubnet('127.0.0.0', 8)
loopback.addAddress('::1', 'ipv6')

const ofNetwork = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const)
  ofNetwork.addSubnet(network, bits)
ofNetwork.addSubnet('fc00::', 7, 'ipv6')
ofNetwork.addSubnet('fe80::', 10, 'ipv6')

function isIn(list: BlockList, host: string): boolean {
  const version = isIP(host)
  return version !== 0 && list.check(host, version === 4 ? 'ipv4' : 'ipv6')
}

const bare = (host: string) => host.toLowerCase().replace(/^\[|\]$/g, '')

/** True when only this machine can reach the host, such as 127.0.0.1, [::1] or localhost. */
export function isLoopback(host: string): boolean {
  const name = bare(host)
  return /^(?:.+\.)?localhost$/.test(name) || isIn(loopback, name)
}

/** True when the internet could reach the host: it is neither this machine nor in its own network. */
export function isPublic(host: string): boolean {
  const name = bare(host)
  const isOurs = isLoopback(name) || isIn(ofNetwork, name) || name === '0.0.0.0' || name === '::'
  return !isOurs && !/\.(?:local|test|internal)$/.test(name)
}

/** The URL of a server on this machine that listens on `host`; on all of its addresses: 'http://localhost:3000'. */
export function urlHere({ host, port }: { host: string; port: number }): string {
  const address = bare(host).replace(/%.*$/, '')
  const name = ['0.0.0.0', '::'].includes(address) ? 'localhost' : isIP(address) === 6 ? `[${address}]` : host
  return `http://${name}:${port}`
}

/** The URL of a host alone: pages, cookies and links stand at its root. */
export function isRoot(url: string): boolean {
  const parsed = URL.parse(url)
  return parsed !== null && parsed.href === `${parsed.origin}/`
}

/** As browsers name it in `Origin`: in lower case, without the port that goes without saying. */
export const originOf = (url: string): string => new URL(url).origin

/** The parts of a comma-separated setting. */
export const listed = (text: string): string[] =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)

/** True when the server can tell by these which of its peers are proxies. */
export function areProxies(addresses: string[]): boolean {
  try {
    if (addresses.length > 0) proxyAddr.compile(addresses)
    return true
  } catch {
    return false
  }
}
