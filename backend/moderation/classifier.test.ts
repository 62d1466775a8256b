import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { bundledVerdict } from '../../test/support/moderation/bundled-verdict.ts'
import { defaultThresholds, outcomeFor } from '../domain/forum/screening.ts'
import { bundledModel, classifyByBundledModel } from './bundled-model.ts'
import { classes } from './classes.ts'
import { decodeModel } from './model-file.ts'

const file = join(import.meta.dirname, 'model.bin')
const heldAs = (text: string) => bundledVerdict(text).violationType
const { review, reject } = defaultThresholds
const { rejections } = bundledModel()
const suggestions = { approved: 'approve', held: 'review', refused: 'reject' } as const

describe('a verdict', () => {
  const anyText = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.string({ unit: 'grapheme', maxLength: 400 }),
    fc.array(fc.integer({ min: 0, max: 0xffff }), { maxLength: 200 }).map((units) => String.fromCharCode(...units)),
    fc
      .array(
        fc.constantFrom(
          'you',
          'k i l l',
          '👩🏿',
          '"',
          '@',
          '$$',
          '*',
          '555-0142',
          '.',
          '\ud800',
          '\u200b',
          'www.a.example',
          '12 Elm St',
          'governor',
        ),
        { maxLength: 60 },
      )
      .map((parts) => parts.join(' ')),
  )

  it('is given for any text, in range, the same each time, with spans inside the text', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const verdict = bundledVerdict(text)
        expect(classes).toContain(verdict.violationType)
        expect(Number.isInteger(verdict.confidence)).toBe(true)
        expect(verdict.confidence).toBeGreaterThanOrEqual(0)
        expect(verdict.confidence).toBeLessThanOrEqual(100)
        expect(verdict.suggestion).toBe(suggestions[outcomeFor(verdict.confidence, defaultThresholds)])
        const isForeign = verdict.reason.includes('not in English')
        expect(verdict.violationType === 'none').toBe(verdict.confidence < review || isForeign)
        expect(verdict.reason).toMatch(/^[A-Z].*\.$/)
        let last = 0
        for (const { start, end } of verdict.spans) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
        }
        expect(last).toBeLessThanOrEqual(text.length)
        expect(bundledVerdict(text)).toEqual(verdict)
      }),
      { numRuns: 300 },
    )
  })

  it('follows from a type and a probability, whatever the policy', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { source, violationType, probability, moderator } = classifyByBundledModel(text)
        expect([source, moderator]).toEqual(['model', classifyByBundledModel('').moderator])
        expect(classes.slice(1)).toContain(violationType)
        expect(probability).toBeGreaterThanOrEqual(0)
        expect(probability).toBeLessThanOrEqual(1)
      }),
      { numRuns: 100 },
    )
  })

  it('rejects only from where the model is nearly always right about the type', () => {
    const texts = anyText.chain((text) => fc.constantFrom(text, `${text} idiot`, `kill ${text}`, `you ${text}`))
    fc.assert(
      fc.property(texts, (text) => {
        const { confidence, violationType, outcome } = bundledVerdict(text)
        const from = violationType === 'none' ? null : rejections[violationType]
        expect(outcome === 'refused' ? confidence >= (from ?? 101) : confidence < reject).toBe(true)
      }),
      { numRuns: 300 },
    )
  })

  it('does not depend on earlier texts', () => {
    const text = 'Where is the polling place?'
    const before = classifyByBundledModel(text)
    fc.assert(
      fc.property(anyText, (other) => void classifyByBundledModel(other)),
      { numRuns: 100 },
    )
    expect(classifyByBundledModel(text)).toEqual(before)
  })

  it('approves an empty post and names nothing', () => {
    for (const text of ['', ' ', '\n\u200b', '\ud800'])
      expect(bundledVerdict(text)).toMatchObject({ violationType: 'none', suggestion: 'approve', spans: [] })
  })

  it('points at the words that decided', () => {
    const text = 'The meeting went well. You worthless idiot, nobody likes you. See you on Tuesday.'
    const { spans, violationType } = bundledVerdict(text)
    expect(violationType).toBe('harassment')
    expect(spans.map(({ start, end }) => text.slice(start, end)).join(' ')).toMatch(/idiot/)
  })
})

describe('the moderator holds', () => {
  it.each([
    ['harassment', 'You are a pathetic loser and everybody laughs at you'],
    ['threats', 'I will find you and break your legs'],
    ['threats', 'I know where your kids go to school, be careful'],
    ['threats', 'If the board votes yes on Monday I am coming back with my rifle'],
    ['hate_speech', 'Immigrants are vermin and should all be locked up'],
    ['spam', 'Earn $900 a day from home with crypto, WhatsApp +1 555 0142 now'],
    ['doxxing', 'Tara Wexley lives at 4418 Kestrel Lane, go pay her a visit'],
    ['off_topic', 'Anyone have a good recipe for banana bread?'],
  ])('%s: %s', (type, text) => {
    expect(heldAs(text)).toBe(type)
  })
})

describe('in a long civil post', () => {
  const civil =
    'The county council met on Monday and talked about the bridge on Main Street. The engineer said that repairs will take until May. I asked about the school bus route and got a fair answer. We should all write to our representative about the farm bill. '

  it.each([
    ['harassment', 'You are a pathetic loser and everybody laughs at you.'],
    ['threats', 'I will find you and break your legs.'],
    ['hate_speech', 'Immigrants are vermin and should all be locked up.'],
    ['spam', 'Earn $900 a day from home with crypto, WhatsApp +1 555 0142 now!'],
    ['doxxing', 'Tara Wexley lives at 4418 Kestrel Lane, go pay her a visit.'],
  ])('one sentence of %s is held and highlighted', (type, bad) => {
    const text = `${civil.repeat(10)}${bad} ${civil.repeat(10)}`
    const { violationType, spans } = bundledVerdict(text)
    expect(violationType).toBe(type)
    const from = text.indexOf(bad)
    expect(spans.every(({ start, end }) => start >= from && end <= from + bad.length)).toBe(true)
  })

  it('there is nothing to hold', () => {
    expect(heldAs(civil.repeat(40))).toBe('none')
  })
})

describe('the moderator approves', () => {
  it.each([
    'Kill the bill! Call your senator today.',
    'Shoot it down, it is a terrible law',
    'We will fight like hell for our schools',
    'The governor is a liar and a disgrace, vote him out',
    'Congress sold us out on taxes again',
    'I believe abortion is murder and the law should say so',
    'Abortion is health care and none of the government’s business',
    'Romans says the wages of sin is death',
    'Please pray for my son who was shot in the line of duty',
    'My neighbors are Muslim and they are wonderful people',
    'Women deserve equal pay',
    'I am a lesbian and I vote',
    'There are three Mexican restaurants downtown',
    'That word was sprayed on our church wall, and it has no place here',
    'Call the district office at 765-555-0142 about the farm bill',
    'Chip in $25 before midnight to help us win',
    'The gun bill died in committee, and we will bury the next one too',
    'When will the bridge on Main Street be repaired?',
  ])('%s', (text) => {
    expect(heldAs(text)).toBe('none')
  })
})

describe('the bundled model', () => {
  it('is at most 5 MB', () => {
    expect(readFileSync(file).length).toBeLessThanOrEqual(5_000_000)
  })

  it('is loaded once', () => {
    expect(bundledModel()).toBe(bundledModel())
    expect(classifyByBundledModel('Hello').moderator).toMatch(/^[0-9a-f]{8}-r\d+$/)
  })

  it('is refused when it is truncated or not a model', () => {
    const bytes = readFileSync(file)
    expect(() => decodeModel(bytes.subarray(0, bytes.length - 1))).toThrow('cut short')
    expect(() => decodeModel(new Uint8Array(100))).toThrow('not a model file')
  })
})
