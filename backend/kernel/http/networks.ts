import { isIPv6 } from 'node:net'

/** The eight groups of an IPv6 address; null for any other text. */
function groupsOf(address: string): string[] | null {
  if (!isIPv6(address)) return null
  const [head = '', tail] = address.replace(/%.*$/, '').toLowerCase().split('::')
  const left = head.split(':').filter(Boolean)
  const right = tail?.split(':').filter(Boolean) ?? []
  const zeros = Array.from({ length: Math.max(0, 8 - left.length - right.length) }, () => '0')
  return [...left, ...zeros, ...right].map((group) => Number.parseInt(group, 16).toString(16))
}

const unmapped = (address: string) => /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1] ?? address

/**
 * The network in which one device can choose addresses freely: an IPv4 address, or the first 64 bits of an IPv6 address.
 */
export function networkOf(address: string): string {
  const plain = unmapped(address)
  const groups = groupsOf(plain)
  return groups === null ? plain : `${groups.slice(0, 4).join(':')}::/64`
}

/** The network that one customer of a provider may have as a whole: 24 bits of an IPv4 address, or 48 of an IPv6 address. */
export function customerNetworkOf(address: string): string {
  const plain = unmapped(address)
  const groups = groupsOf(plain)
  return groups === null ? plain.replace(/\.\d+$/, '.0/24') : `${groups.slice(0, 3).join(':')}::/48`
}

/** `share`: this network’s budget, as a multiple of the smallest network’s. */
export type NetworkLayer = { network: string; share: number }

/**
 * The networks around an address, the smallest first. Providers assign IPv6 in blocks: one customer may have a /56 or a
 * /48, with thousands of networks, and the residents of a building may share one.
 */
export function layersOf(address: string): NetworkLayer[] {
  const smallest = { network: networkOf(address), share: 1 }
  const groups = groupsOf(unmapped(address))
  if (groups === null) return [smallest]
  const [a, b, c, d = '0'] = groups
  const upper = (Number.parseInt(d, 16) & 0xff00).toString(16)
  return [smallest, { network: `${a}:${b}:${c}:${upper}::/56`, share: 2 }, { network: `${a}:${b}:${c}::/48`, share: 4 }]
}
