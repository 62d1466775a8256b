import { expect, it } from 'vitest'
import { bounceCodeIn, kindOfBounce } from './bounces.ts'

it.each([
  ['5.1.1', 'hard'],
  ['5.1.10', 'hard'],
  ['5.0.0', 'hard'],
  ['5.2.1', 'hard'],
  ['550', 'hard'],
  ['5.2.2', 'soft'],
  ['5.7.1', 'soft'],
  ['554', 'soft'],
  ['552', 'soft'],
  ['4.2.2', 'soft'],
  ['451', 'soft'],
])('%s is a %s bounce', (code, kind) => expect(kindOfBounce(code)).toBe(kind))

it.each([
  ['smtp; 550 5.1.1 <ada550@example.org>: user unknown', '5.1.1'],
  ['550 No such user', '550'],
  ['5.2.2', '5.2.2'],
  ['smtp; 421 try again, 10.5.1.1', '421'],
  ['The address 1550@example.org at 192.5.1.1 is gone', null],
  ['', null],
])('the code in “%s” is %s', (words, code) => expect(bounceCodeIn(words)).toBe(code))
