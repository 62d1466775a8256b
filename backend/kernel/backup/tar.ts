/** The little of tar (POSIX.1-1988, ustar) that a backup needs, so that any tar program can open one: plain files. */

const block = 512 // bytes
const plainFile = 48 // '0'

export type TarEntry = { name: string; bytes: Buffer }

/** In memory at once. The parts of a table have a few megabytes, and so have photos and mails. */
const maxBytes = 256 * 1024 * 1024

/** With a line break in a name, two archives could have the same digest. */
const isPlainName = (name: string) => name !== '' && !/\p{Cc}/u.test(name)

const octal = (value: number, length: number) => `${value.toString(8).padStart(length - 1, '0')}\0`

function header(name: string, size: number): Buffer {
  if (!isPlainName(name)) throw new RangeError(`A file has a name that no backup can hold: ${JSON.stringify(name)}.`)
  if (size > maxBytes) throw new RangeError(`${name} is too large for a backup.`)
  const [prefix, base] = split(name)
  const bytes = Buffer.alloc(block)
  bytes.write(base, 0)
  bytes.write(octal(0o600, 8), 100)
  bytes.write(octal(0, 8), 108) // owner
  bytes.write(octal(0, 8), 116) // group
  bytes.write(octal(size, 12), 124)
  bytes.write(octal(0, 12), 136) // time
  bytes.write('        ', 148) // in place of the sum
  bytes[156] = plainFile
  bytes.write('ustar\x0000', 257)
  bytes.write(prefix, 345)
  bytes.write(`${octal(sumOf(bytes), 7)} `, 148)
  return bytes
}

const sumOf = (bytes: Buffer) => bytes.reduce((sum, byte) => sum + byte, 0)

/** At most 155 and 100 bytes. */
function split(name: string): [prefix: string, base: string] {
  if (Buffer.byteLength(name) <= 100) return ['', name]
  for (let slash = name.indexOf('/'); slash >= 0; slash = name.indexOf('/', slash + 1)) {
    const [prefix, base] = [name.slice(0, slash), name.slice(slash + 1)]
    if (Buffer.byteLength(prefix) <= 155 && Buffer.byteLength(base) <= 100) return [prefix, base]
  }
  throw new RangeError(`The name ${name} is too long for a backup.`)
}

export async function* tarOf(entries: AsyncIterable<TarEntry>): AsyncGenerator<Buffer> {
  for await (const { name, bytes } of entries) {
    yield header(name, bytes.length)
    yield bytes
    yield Buffer.alloc(-bytes.length & (block - 1))
  }
  yield Buffer.alloc(2 * block)
}

export class NotTar extends Error {
  override readonly name = 'NotTar'
  constructor() {
    super('These bytes are not a complete tar file.')
  }
}

/**
 * The entries in order, which can only be plain files, up to the end of the bytes, so that whatever checks those has seen
 * all. Throws NotTar.
 */
export async function* entriesOf(chunks: AsyncIterable<Buffer>): AsyncGenerator<TarEntry> {
  const reader = createReader(chunks)
  for (;;) {
    const head = await reader.take(block)
    if (head.every((byte) => byte === 0)) break
    const sum = Number.parseInt(textAt(head, 148, 8), 8)
    const size = Number.parseInt(textAt(head, 124, 12), 8)
    const kind = head[156]
    head.fill(' ', 148, 156)
    if (sum !== sumOf(head) || !(size >= 0 && size <= maxBytes) || kind !== plainFile) throw new NotTar()
    const prefix = textAt(head, 345, 155)
    const name = `${prefix}${prefix === '' ? '' : '/'}${textAt(head, 0, 100)}`
    if (!isPlainName(name)) throw new NotTar()
    const bytes = await reader.take(size)
    await reader.take(-size & (block - 1))
    yield { name, bytes }
  }
  await reader.drain()
}

function textAt(bytes: Buffer, start: number, length: number): string {
  const [text = ''] = bytes
    .subarray(start, start + length)
    .toString()
    .split('\0', 1)
  return text.trim()
}

function createReader(chunks: AsyncIterable<Buffer>) {
  const iterator = chunks[Symbol.asyncIterator]()
  let rest: Buffer = Buffer.alloc(0)
  return {
    async take(length: number): Promise<Buffer> {
      if (rest.length >= length) {
        const bytes = rest.subarray(0, length)
        rest = rest.subarray(length)
        return bytes
      }
      const found = [rest]
      let size = rest.length
      while (size < length) {
        const next = await iterator.next()
        if (next.done) throw new NotTar()
        found.push(next.value)
        size += next.value.length
      }
      const bytes = Buffer.concat(found)
      rest = bytes.subarray(length)
      return bytes.subarray(0, length)
    },
    async drain(): Promise<void> {
      for (let next = await iterator.next(); !next.done; next = await iterator.next());
    },
  }
}
