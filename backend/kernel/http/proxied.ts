import type { IncomingMessage } from 'node:http'

type Asked = Pick<IncomingMessage, 'socket' | 'headers'>

/** Headers that proxies, balancers and content delivery networks add to a request; each of them sends at least one. */
const known = new Set([
  'client-ip',
  'fastly-client-ip',
  'fly-client-ip',
  'forwarded',
  'forwarded-for',
  'true-client-ip',
  'via',
])
const prefixes = [
  'x-forwarded',
  'x-real-ip',
  'x-client-ip',
  'x-cluster-client',
  'x-original-',
  'x-envoy-',
  'x-azure-',
  'x-amz',
  'cf-',
  'cdn-',
]

/** True when the request came through a proxy, as far as its headers tell. */
const isProxied = (given: Asked['headers']): boolean =>
  Object.keys(given).some((name) => known.has(name) || prefixes.some((prefix) => name.startsWith(prefix)))

const isLoopback = (address: string) => /^(?:::ffff:)?127\.|^::1$/.test(address)
const isOwnHost = (host: string) => /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])(?::\d+)?$/i.test(host)

/** A request from this machine to this machine that came through no proxy. */
export const isLocal = ({ socket, headers }: Asked): boolean =>
  isLoopback(socket.remoteAddress ?? '') && isOwnHost(headers.host ?? '') && !isProxied(headers)
