import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const shipped = readFileSync(join(import.meta.dirname, '../../backend/moderation/model.bin'))
const headerEnd = 8 + shipped.readUInt32LE(4)

/** The model that ships, under another version and with other fields in its header. */
export function modelFile(
  version: unknown,
  change: (header: Record<string, unknown>) => object = (same) => same,
): Buffer {
  const header = JSON.parse(shipped.toString('utf8', 8, headerEnd))
  return framed(JSON.stringify(change({ ...header, version })))
}

/** With this text in place of the header. */
export function framed(text: string): Buffer {
  const json = Buffer.from(text)
  const length = Buffer.alloc(4)
  length.writeUInt32LE(json.length)
  return Buffer.concat([shipped.subarray(0, 4), length, json, shipped.subarray(headerEnd)])
}

/** One that takes everything for a violation, or nothing: its calibration answers the same whatever it is asked. */
export const alwaysSaying = (version: string, probability: number) =>
  modelFile(version, (header) => ({
    ...header,
    calibration: { political: [[0, probability]], other: [[0, probability]] },
  }))
