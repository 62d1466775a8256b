import { expect, it } from 'vitest'
import { acceptedEncoding } from './accept-encoding.ts'

it.each([
  [undefined, 'identity'],
  ['', 'identity'],
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip, deflate', 'gzip'],
  ['x-gzip', 'gzip'],
  ['GZIP', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['br;q=0.5,gzip;q=0.5', 'br'],
  ['identity', 'identity'],
  ['identity;q=1, br;q=0.5', 'identity'],
  ['identity;q=0.5, br;q=0.5', 'br'],
  ['identity;q=0, gzip', 'gzip'],
  ['identity;q=0', 'identity'],
  ['*', 'br'],
  ['*;q=0', 'identity'],
  ['*;q=0, gzip', 'gzip'],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=0.001', 'gzip'],
  ['gzip;q=0.000', 'identity'],
  ['gzip ; q=1.0 , br ; q=0', 'gzip'],
  ['gzip;q=banana', 'identity'],
  ['zstd, deflate', 'identity'],
  [',,;q=1,', 'identity'],
])('responds to Accept-Encoding %j with %s', (header, encoding) => {
  expect(acceptedEncoding(header)).toBe(encoding)
  expect(acceptedEncoding(header)).toBe(encoding)
})
