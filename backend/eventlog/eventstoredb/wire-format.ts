const more = 0x80
/** So many groups of 7 bits are an exact number. */
const exactGroups = 7

/** A message in protobuf's wire format, one field after another. */
export class WireFields {
  /** The number of the field that `next` found; 0 before. */
  field = 0
  readonly #bytes: Buffer
  readonly #end: number
  #at: number
  #from = 0
  #to = 0

  constructor(bytes: Buffer, start = 0, end = bytes.length) {
    this.#bytes = bytes
    this.#at = start
    this.#end = end
  }

  /** Moves on to the next field; false at the end. Throws RangeError for what is no message. */
  next(): boolean {
    if (this.#at >= this.#end) return false
    const tag = this.#length()
    this.field = Math.floor(tag / 8)
    const size = this.#sizeOf(tag % 8)
    this.#from = this.#at
    this.#at += size
    this.#to = this.#at
    if (this.#to > this.#end) throw new RangeError('A message ends within a field.')
    return true
  }

  /** The field as text. */
  text(): string {
    return this.#bytes.toString('utf8', this.#from, this.#to)
  }

  /** The field as an unsigned integer, in decimal digits. */
  unsigned(): string {
    if (this.#to - this.#from > exactGroups) return String(this.#large())
    let value = 0
    for (let at = this.#to - 1; at >= this.#from; at--) value = value * more + (this.#byte(at) % more)
    return String(value)
  }

  /** The field as a message. */
  message(): WireFields {
    return new WireFields(this.#bytes, this.#from, this.#to)
  }

  #sizeOf(wireType: number): number {
    switch (wireType) {
      case 0: {
        let at = this.#at
        while (this.#byte(at) >= more) at++
        return at + 1 - this.#at
      }
      case 1:
        return 8
      case 2:
        return this.#length()
      case 5:
        return 4
      default:
        throw new RangeError('A message holds a field of an unknown kind.')
    }
  }

  #length(): number {
    let value = 0
    for (let scale = 1; ; scale *= more) {
      const byte = this.#byte(this.#at++)
      value += (byte % more) * scale
      if (byte < more) return value
    }
  }

  #large(): bigint {
    let value = 0n
    for (let at = this.#to - 1; at >= this.#from; at--) value = (value << 7n) | BigInt(this.#byte(at) % more)
    return BigInt.asUintN(64, value)
  }

  #byte(at: number): number {
    const byte = this.#bytes[at]
    if (byte === undefined) throw new RangeError('A message ends within a field.')
    return byte
  }
}
