import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import {
  clearableText,
  idParams,
  nullableEmail,
  nullableText,
  optionalText,
  pageQuery,
  requiredEmail,
  requiredText,
} from './fields.ts'

const accepts = (field: ZodType, value: unknown) => field.safeParse(value).success

describe('text', () => {
  it('is trimmed, then measured in characters', () => {
    expect(requiredText(3).parse('  abc \n')).toBe('abc')
    expect(accepts(requiredText(3), '🌽🌽🌽')).toBe(true)
    expect(accepts(requiredText(3), '🌽🌽🌽🌽')).toBe(false)
    expect(accepts(optionalText(2), 'abc')).toBe(false)
  })

  it('is required, optional or nullable', () => {
    for (const blank of ['', '  ']) {
      expect(accepts(requiredText(3), blank)).toBe(false)
      expect(optionalText(3).parse(blank)).toBe('')
      expect(nullableText(3).parse(blank)).toBeNull()
    }
    expect(accepts(requiredText(3), undefined)).toBe(false)
    expect(optionalText(3).parse(undefined)).toBe('')
    expect(nullableText(3).parse(undefined)).toBeNull()
    expect(accepts(requiredText(3), null)).toBe(false)
    expect(accepts(optionalText(3), null)).toBe(false)
    expect(nullableText(3).parse(null)).toBeNull()
  })

  it.each([
    '\u200b\u200b',
    '\u2060',
    '\u3164',
    '\u2800',
    '\u00ad',
    '\u202e',
    '\ufeff',
    '\u115f',
    '\u00a0 \u180e',
    '\u{e0041}',
  ])('%j is as empty as a blank', (invisible) => {
    expect(accepts(requiredText(9), invisible)).toBe(false)
    expect(optionalText(9).parse(invisible)).toBe('')
    expect(nullableText(9).parse(invisible)).toBeNull()
    expect(clearableText(9).parse(invisible)).toBeNull()
  })

  it('keeps the joiners inside of words and emoji, and composes letters', () => {
    for (const text of ['علی‌رضا', 'می‌خواهم', '👩‍👩‍👧', 'A\u00adB']) expect(requiredText(20).parse(text)).toBe(text)
    expect(requiredText(4).parse('Zoe\u0308')).toBe('Zoë')
  })

  it('is never coerced, and contains nothing that cannot be stored', () => {
    for (const field of [requiredText(9), optionalText(9), nullableText(9), requiredEmail, nullableEmail])
      for (const value of [7, true, {}, ['a'], 'a\u0000b', '\ud800', '\udc00a'])
        expect(accepts(field, value), JSON.stringify(value)).toBe(false)
  })
})

describe('an email address', () => {
  it('is trimmed, kept in its case, and at most 255 characters', () => {
    expect(requiredEmail.parse(' Ruth@Example.org ')).toBe('Ruth@Example.org')
    const domain = `@${'d'.repeat(60)}.${'d'.repeat(60)}.${'d'.repeat(60)}.example.org`
    const longest = `${'r'.repeat(255 - domain.length)}${domain}`
    expect(accepts(requiredEmail, longest)).toBe(true)
    expect(accepts(requiredEmail, `r${longest}`)).toBe(false)
  })

  it.each([
    ['o&leary@example.com', 'o&leary@example.com'],
    ["o'brien@example.com", "o'brien@example.com"],
    ['sales/indiana@example.com', 'sales/indiana@example.com'],
    ['x{y}@example.com', 'x{y}@example.com'],
    ['ann1@example.com\u200b', 'ann1@example.com'],
    ['\u202aann2@example.com\u202c', 'ann2@example.com'],
    ['\ufeff ann3@example.com', 'ann3@example.com'],
    ['ann\u00ad4@example.com', 'ann4@example.com'],
    ['ann@müller.example', 'ann@xn--mller-kva.example'],
    ['ann@mu\u0308ller.example', 'ann@xn--mller-kva.example'],
  ])('is accepted as browsers and mail servers accept it: %j', (typed, address) => {
    expect(requiredEmail.parse(typed)).toBe(address)
    expect(nullableEmail.parse(typed)).toBe(address)
  })

  it.each([
    'Tess Marlow <tess@example.com>',
    '"Marlow, Tess" <tess@example.com>;',
    '<tess@example.com>',
    'tess@example.com (Tess Marlow)',
    'mailto:tess@example.com',
    '\u200etess@example.com\u200f',
    '\u202atess@\u200bexample.com\u202c\ufeff',
    '\u00a0tess@example.com\u00a0',
    'tess@example.com.',
    "'tess@example.com',",
    '\u201ctess@example.com\u201d',
  ])('is found in what was pasted: %j', (typed) => {
    expect(requiredEmail.parse(typed)).toBe('tess@example.com')
    expect(nullableEmail.parse(typed)).toBe('tess@example.com')
  })

  it.each([
    'a@example.com b@example.com',
    'a@example.com, b@example.com',
    'a@example.com <b@example.com> <c@example.com>',
  ])('is not chosen among several: %j', (typed) => {
    expect(accepts(requiredEmail, typed)).toBe(false)
  })

  it('is not looked for in a text that is far too long', () => {
    expect(accepts(requiredEmail, `${' ('.repeat(500_000)}tess@example.com`)).toBe(false)
  })

  it.each([
    'nobody@',
    'ruth@nowhere',
    '@example.org',
    'ann',
    'änn@example.org',
    'ann@mü/ller.example',
    'ann@mü@ller.example',
    'a b@example.org',
    'ann@example.org\r\nBcc: b@example.org',
    'ann@ü:8080',
  ])('%j is not an address', (typed) => {
    expect(accepts(requiredEmail, typed)).toBe(false)
    expect(accepts(nullableEmail, typed)).toBe(false)
  })

  it('may be missing where it is nullable', () => {
    for (const missing of [undefined, null, '', ' ']) {
      expect(nullableEmail.parse(missing)).toBeNull()
      expect(accepts(requiredEmail, missing)).toBe(false)
    }
    expect(accepts(nullableEmail, 'ruth')).toBe(false)
  })
})

describe('numbers in a URL', () => {
  it('are ids from 1 to the largest integer of the database', () => {
    expect(idParams.parse({ id: '2147483647' })).toEqual({ id: 2147483647 })
    for (const id of ['0', '-1', '01', '1.0', '1e3', ' 1', '', 'x', '2147483648', '99999999999'])
      expect(accepts(idParams, { id }), id).toBe(false)
  })

  it('page through lists, 50 at a time unless fewer are requested', () => {
    expect(pageQuery.parse({})).toEqual({ page: 1, limit: 50 })
    expect(pageQuery.parse({ page: '2', limit: '10', before: '2147483647' })).toEqual({
      page: 2,
      limit: 10,
      before: 2147483647,
    })
    for (const query of [
      { page: '0' },
      { limit: '51' },
      { limit: '0' },
      { before: '0' },
      { page: 'x' },
      { sort: 'id' },
    ])
      expect(accepts(pageQuery, query), JSON.stringify(query)).toBe(false)
  })
})
