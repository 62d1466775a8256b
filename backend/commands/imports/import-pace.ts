import type { CommandsInProgress } from '../../kernel/http/commands-in-progress.ts'

/** Milliseconds without a command of another person after which no other person is expected to wait for an import. */
const aloneAfter = 2000
/** Milliseconds that commands of other people may hold an import back at each step, so that it ends on a busy site too. */
const maxWait = 100

export type ImportPace = {
  /** True while only this person gives commands. */
  isAlone(): boolean
  /** `limit`: ms that they may hold this step back. */
  letOthersFirst(limit?: number): Promise<void>
}

/** Lets an import give way to the commands of other people. */
export const paceBeside = (others: CommandsInProgress): ImportPace => ({
  isAlone: () => others.idleFor() > aloneAfter,
  letOthersFirst: (limit = maxWait) => others.wait(limit),
})
