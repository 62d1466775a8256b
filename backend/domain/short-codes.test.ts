import { describe, it } from 'vitest'
import { given } from '../../test/support/spec.ts'
import { type ShortCodeEvent, shortCodes } from './short-codes.ts'

const fair = { code: 'fair-26', name: 'Posters at the county fair', path: '/volunteer' }
const made: ShortCodeEvent = { type: 'ShortCodeMade', data: { shortCodeId: 1, ...fair } }
const retired: ShortCodeEvent = { type: 'ShortCodeRetired', data: { shortCodeId: 1 } }
const restored: ShortCodeEvent = { type: 'ShortCodeRestored', data: { shortCodeId: 1 } }
const make = (said: typeof fair) => ({ type: 'MakeShortCode', data: said }) as const
const change = (path: string, shortCodeId = 1) =>
  ({ type: 'ChangeShortCode', data: { shortCodeId, name: fair.name, path } }) as const
const retire = { type: 'RetireShortCode', data: { shortCodeId: 1 } } as const
const restore = { type: 'RestoreShortCode', data: { shortCodeId: 1 } } as const

describe('making a short link', () => {
  it('numbers it', () => given(shortCodes, []).when(make(fair)).then([made]))
  it('numbers the next one after it', () =>
    given(shortCodes, [made])
      .when(make({ ...fair, code: 'parade' }))
      .then([{ type: 'ShortCodeMade', data: { shortCodeId: 2, ...fair, code: 'parade' } }]))
  it('does nothing when it is there already', () => given(shortCodes, [made]).when(make(fair)).thenNothing())
  it('is rejected when another link has the code', () =>
    given(shortCodes, [made])
      .when(make({ ...fair, path: '/events' }))
      .then('conflict'))
  it('is rejected when a retired link has the code, because it is still on paper', () =>
    given(shortCodes, [made, retired]).when(make(fair)).then('conflict'))
})

describe('changing a short link', () => {
  it('records the new page', () =>
    given(shortCodes, [made])
      .when(change('/events'))
      .then([{ type: 'ShortCodeChanged', data: { shortCodeId: 1, name: fair.name, path: '/events' } }]))
  it('records nothing when nothing is new', () => given(shortCodes, [made]).when(change(fair.path)).thenNothing())
  it('is rejected for an unknown one', () => given(shortCodes, [made]).when(change('/events', 2)).then('not_found'))
})

describe('retiring a short link', () => {
  it('is recorded once', () => {
    given(shortCodes, [made]).when(retire).then([retired])
    given(shortCodes, [made, retired]).when(retire).thenNothing()
  })
  it('can be taken back, once', () => {
    given(shortCodes, [made, retired]).when(restore).then([restored])
    given(shortCodes, [made]).when(restore).thenNothing()
  })
  it('is rejected for an unknown one', () => given(shortCodes, []).when(retire).then('not_found'))
})
