import type { CommandsInProgress } from '../../http/commands-in-progress.ts'

/** Milliseconds without a command of another person after which no other person is expected to wait for an import. */
const aloneAfter = 2000
/** Milliseconds that commands of other people may hold an import back at each step, so that it ends on a busy site too. */
const patience = 100

export type ImportPace = {
  /** No other person gives commands. */
  isAlone(): boolean
  letOthersFirst(): Promise<void>
}

/** How an import gives way to the commands of other people. */
export const paceBeside = (others: CommandsInProgress): ImportPace => ({
  isAlone: () => others.idleFor() > aloneAfter,
  letOthersFirst: () => others.wait(patience),
})
