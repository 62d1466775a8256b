import { expect, it } from 'vitest'
import { bounceCodeIn } from './bounces.ts'

it.each([
  ['smtp; 550 5.1.1 <ada550@example.org>: user unknown', '5.1.1'],
  ['550 No such user', '550'],
  ['5.2.2', '5.2.2'],
  ['smtp; 421 try again, 10.5.1.1', '421'],
  ['The address 1550@example.org at 192.5.1.1 is gone', null],
  ['', null],
])('the code in “%s” is %s', (words, code) => expect(bounceCodeIn(words)).toBe(code))
