import type { UnsentMail, UnsentMails } from '../../contract/unsent-mails.ts'

export type UnsentMailTools = {
  list(): Promise<UnsentMails>
  /** Returns how many. */
  retry(id: number | 'all', now: Date): Promise<number>
  /** Returns how many. */
  skip(id: number): Promise<number>
}

type Words = readonly (string | undefined)[]

/** `npm run admin -- unsent-mails …`: returns the exit code; null for unknown arguments. */
export async function runUnsentMails(
  words: Words,
  tools: UnsentMailTools,
  { now, print }: { now(): Date; print(line: string): void },
): Promise<0 | 1 | null> {
  const [act, which, ...more] = words
  if (more.length > 0) return null
  if (act === undefined) {
    await show(tools, print)
    return 0
  }
  const id = /^[1-9]\d{0,8}$/.test(which ?? '') ? Number(which) : null
  if (act === 'retry' && (which === 'all' || id !== null)) {
    const count = await tools.retry(id ?? 'all', now())
    print(count === 0 ? none(which) : `${mails(count)} will be tried again within seconds, while the site runs.`)
    return count === 0 ? 1 : 0
  }
  if (act !== 'skip' || id === null) return null
  const count = await tools.skip(id)
  print(count === 0 ? none(which) : `Mail ${id} will not be sent.`)
  return count === 0 ? 1 : 0
}

const mails = (count: number) => (count === 1 ? 'One mail' : `${count} mails`)
const none = (which?: string) => (which === 'all' ? 'No mail was given up.' : `There is no unsent mail ${which}.`)

async function show(tools: UnsentMailTools, print: (line: string) => void): Promise<void> {
  const { waiting, givenUp, mails: shown } = await tools.list()
  if (waiting + givenUp === 0) print('No mail waits, and none was given up.')
  for (const mail of shown) print(lineOf(mail))
  if (waiting + givenUp > shown.length) print(`And ${waiting + givenUp - shown.length} more.`)
}

const lineOf = ({ id, title, email, state, reason, attempts, since, nextAttemptAt }: UnsentMail): string =>
  [
    id,
    state === 'given_up' ? 'given up' : `next attempt ${new Date(nextAttemptAt ?? since).toISOString()}`,
    email ?? 'address no longer known',
    title,
    `${reason}, ${attempts} ${attempts === 1 ? 'attempt' : 'attempts'} since ${new Date(since).toISOString()}`,
  ].join('\t')
