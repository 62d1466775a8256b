import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { framed } from '../../test/support/moderation/model-file.ts'
import { classify } from './classifier.ts'
import { headBits } from './linear-head.ts'
import { decodeModel } from './model-file.ts'
import { networkBytes } from './network-file.ts'

const bundled = readFileSync(join(import.meta.dirname, 'model.bin'))
const headerEnd = 8 + bundled.readUInt32LE(4)

/** The bundled model as the release before wrote it: without a head, thresholds and figures. */
function earlierFile(): Buffer {
  const { head, holds, refusals, figures, ...header } = JSON.parse(bundled.toString('utf8', 8, headerEnd))
  const file = framed(JSON.stringify({ ...header, format: 3 }))
  const at = 8 + file.readUInt32LE(4) + header.knownBytes + header.commonBytes + networkBytes
  return Buffer.concat([file.subarray(0, at), file.subarray(at + (1 << headBits))])
}

describe('a model file of the release before', () => {
  it('still judges, without a head', () => {
    const model = decodeModel(earlierFile())
    expect(model).toMatchObject({ head: null, shares: { political: 0, other: 0 }, figures: null })
    const { violationType, probability } = classify('I will kill you and your family', model)
    expect(violationType).toBe('threats')
    expect(probability).toBeGreaterThan(0.7)
  })

  it('may reject the types that it could reject then, from 80 percent', () => {
    const { rejections } = decodeModel(earlierFile())
    expect(rejections).toEqual({
      harassment: null,
      hate_speech: 80,
      threats: 80,
      spam: null,
      off_topic: null,
      doxxing: 80,
    })
  })
})

describe('a model file without percentages from which types are held', () => {
  it('holds every type from 30 percent', () => {
    const { holds, ...header } = JSON.parse(bundled.toString('utf8', 8, headerEnd))
    const { political, other } = decodeModel(framed(JSON.stringify(header))).holds
    expect(new Set([...Object.values(political), ...Object.values(other)])).toEqual(new Set([30]))
  })
})

describe('the bundled model', () => {
  it('has a head of at most 256 KB and says how it was measured', () => {
    const { head, figures, shares } = decodeModel(bundled)
    expect(head?.codes.length).toBeLessThanOrEqual(256 * 1024)
    expect(figures?.posts).toMatch(/^[0-9a-f]{64}$/)
    for (const share of [shares.political, shares.other]) {
      expect(share).toBeGreaterThanOrEqual(0)
      expect(share).toBeLessThanOrEqual(1)
    }
  })

  it('is the one that docs/moderation.md describes', () => {
    const document = readFileSync(join(import.meta.dirname, '../../docs/moderation.md'), 'utf8')
    expect(document).toContain(`Model ${decodeModel(bundled).version}:`)
  })

  it('of another format is refused in one sentence', () => {
    const header = JSON.parse(bundled.toString('utf8', 8, headerEnd))
    expect(() => decodeModel(framed(JSON.stringify({ ...header, format: 2 })))).toThrow('was made for other features')
  })
})
