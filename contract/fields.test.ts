import { describe, expect, it } from 'vitest'
import type { ZodType } from 'zod'
import {
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
