const textType = 25 // the OID of text
const headerSize = 20
const empty = Buffer.from('000000000000000000000019', 'hex')

/**
 * A text[] in PostgreSQL’s binary format, which the driver sends as it is. The driver’s own arrays are text: it escapes
 * every quote and PostgreSQL searches for every quote, and JSON is full of quotes.
 */
export function textArray(texts: readonly string[]): Buffer {
  if (texts.length === 0) return empty
  const sizes = texts.map((text) => Buffer.byteLength(text))
  const bytes = Buffer.allocUnsafe(sizes.reduce((sum, size) => sum + 4 + size, headerSize))
  let end = 0
  // Writes one dimension, no NULL, the element type, the number of elements, and the index of the first.
  for (const field of [1, 0, textType, texts.length, 1]) end = bytes.writeInt32BE(field, end)
  for (const [index, text] of texts.entries()) {
    end = bytes.writeInt32BE(sizes[index] ?? 0, end)
    end += bytes.write(text, end)
  }
  return bytes
}
