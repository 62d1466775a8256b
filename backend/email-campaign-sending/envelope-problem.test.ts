import { expect, it } from 'vitest'
import { pipelining, startScriptedMailServer } from '../../test/support/mail/scripted-mail-server.ts'
import { envelopeProblem } from './envelope-problem.ts'

const greetings = ['250 hello', pipelining]

/** Asks a server that answers the commands with this address so; nothing may arrive there. */
async function problemAt(greeting: string, { from, answerTo }: { from: string; answerTo(line: string): string }) {
  let hasRecipient = false
  const { lines, port } = await startScriptedMailServer((line) => {
    if (line.startsWith('EHLO')) return greeting
    if (line === 'DATA') return hasRecipient ? '354 Go on' : '554 5.5.1 No valid recipients'
    hasRecipient = answerTo(line).startsWith('2')
    return answerTo(line)
  })
  const envelope = { from, to: 'office@example.org' }
  const options = { timeout: 2000, isPlusAddress: from.includes('+') }
  const sentence = await envelopeProblem({ host: '127.0.0.1', port, secure: false }, envelope, options)
  expect(lines.slice(1, 3)).toEqual([`MAIL FROM:<${from}>`, 'RCPT TO:<office@example.org>'])
  expect(lines).not.toContain('.')
  return { lines, sentence }
}

const answers: [string, RegExp | null][] = [
  ['250 2.1.5 Ok', null],
  ['554 5.7.1 <office@example.org>: Relay access denied', /does not pass on mail from us/],
  ['553 5.7.1 <us@example.org>: Sender address rejected: not owned by user x', /does not accept our sender address/],
  ['550 5.1.1 No such user', null],
]

it.each(answers.flatMap((answer) => greetings.map((greeting) => [...answer, greeting] as const)))(
  'asked before any mail whether it takes our sender, it says (%s)',
  async (answer, expected, greeting) => {
    const { sentence } = await problemAt(greeting, {
      from: 'bounces@example.org',
      answerTo: (line) => (line.startsWith('RCPT') ? answer : '250 OK'),
    })
    expect(sentence).toEqual(expected && expect.stringMatching(expected))
  },
)

const plusAnswers: [string, RegExp | null][] = [
  ['250 2.1.5 Ok', null],
  ['550 5.1.1 No such user', /does not accept mail to BOUNCES_ADDRESS with a plus and a token \(550 5\.1\.1\)/],
  ['554 5.7.1 <bounces+t@example.org>: Relay access denied', /does not pass on mail from us/],
  [
    '553 5.7.1 <bounces+t@example.org>: Sender address rejected: not owned by user x',
    /with a plus and a token as our sender/,
  ],
]

it.each(plusAnswers)('asked for a return address with a plus, it says (%s)', async (answer, expected) => {
  const { lines, sentence } = await problemAt('250 hello', {
    from: 'bounces+t@example.org',
    answerTo: (line) => (line.startsWith('RCPT TO:<bounces+') ? answer : '250 OK'),
  })
  expect(sentence).toEqual(expected && expect.stringMatching(expected))
  expect(lines).toContain('RCPT TO:<bounces+t@example.org>')
})
