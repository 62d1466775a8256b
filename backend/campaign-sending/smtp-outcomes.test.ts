import { expect, it } from 'vitest'
import type { Replies, Reply } from './smtp-dialog.ts'
import { connectFailure, outcomeOf } from './smtp-outcomes.ts'

const said = (text: string): Reply => ({ code: Number(text.slice(0, 3)), text })
const [ok, go] = [said('250 OK'), said('354 Go on')]
const later = (code: string, isBusy = false) => ({ kind: 'later', code, isBusy })

it.for<[string, Replies, object]>([
  ['accepted', { mail: ok, rcpt: ok, data: go, end: said('250 2.0.0 Queued') }, { kind: 'sent', code: '250' }],
  [
    'nobody there',
    { mail: ok, rcpt: said('550 5.1.1 No such user ruth@example.org'), data: go },
    { kind: 'refused', code: '550 5.1.1' },
  ],
  ['nobody there, in short', { mail: ok, rcpt: said('550 No such user') }, { kind: 'refused', code: '550' }],
  [
    'content refused',
    { mail: ok, rcpt: ok, data: go, end: said('554 5.7.1 Spam') },
    { kind: 'refused', code: '554 5.7.1' },
  ],
  ['busy', { mail: ok, rcpt: said('451 4.2.0 Busy'), data: said('503 No recipient') }, later('451 4.2.0')],
  ['too fast', { mail: said('421 4.7.28 Too fast'), rcpt: null, data: null }, later('421 4.7.28', true)],
  ['greylisted', { mail: ok, rcpt: said('450 4.7.1 Greylisted') }, later('450 4.7.1', true)],
  ['cut before the message', { mail: ok, rcpt: null, data: null }, later('no answer')],
  ['cut after the message', { mail: ok, rcpt: ok, data: go, end: null }, later('no answer')],
  ['a message that nobody asked for', { mail: ok, rcpt: ok, data: said('250 OK') }, later('no answer')],
  ['words of another protocol', { mail: { code: 0, text: 'HTTP/1.1 400' } }, later('no answer')],
])('%s', ([, replies, attempt]) => {
  expect(outcomeOf(replies)).toEqual(attempt)
})

it('what is wrong with us is not counted against the recipient', () => {
  const failure = (code: string) => Object.assign(new Error('Wrong'), { code })
  expect(outcomeOf({ mail: said('553 5.7.1 Not your address'), rcpt: said('503 First MAIL') })).toMatchObject({
    kind: 'waits',
    sentence: expect.stringContaining('MAIL_FROM'),
  })
  expect(connectFailure(failure('EAUTH'))).toMatchObject({
    kind: 'waits',
    sentence: expect.stringContaining('SMTP_URL'),
  })
  expect(connectFailure(failure('ESOCKET'))).toMatchObject({ kind: 'waits' })
  expect(connectFailure('odd')).toMatchObject({ kind: 'waits' })
})
