import type { BounceMailbox } from './bounce-mailbox.ts'
import { MailboxProblem } from './bounce-mailbox-problem.ts'

type Logger = { error(message: string): void; warn(message: string): void }

/** Remembers for operators and staff what is wrong with the mailbox, and logs it once per cause. */
export function createMailboxWatch(mailbox: Pick<BounceMailbox, 'read'>, logger: Logger) {
  let problem: string | null = null

  function note(found: string | null): void {
    if (found === problem) return
    if (found === null) logger.warn('The mailbox for bounces is read again.')
    else logger.error(found)
    problem = found
  }

  return {
    /** One sentence; null: the last run could read it, or there was none yet. */
    problem: () => problem,
    /** Rejects only when what it read could not be recorded. */
    async read(): Promise<void> {
      try {
        await mailbox.read()
        note(null)
      } catch (error) {
        if (!(error instanceof MailboxProblem)) throw error
        note(error.message)
      }
    },
  }
}
