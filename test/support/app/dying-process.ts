import type { AccountsOptions } from './real-identity.ts'

/** A process that dies right after a command or a step of a one-time token, once: `wrap` for the app, and when it dies. */
export function createDyingProcess(): {
  wrap: NonNullable<AccountsOptions['wrap']>
  dieAfter: (step: string | null) => void
} {
  let last: string | null = null
  const pass = <T>(step: string, value: T): T => {
    if (last !== step) return value
    last = null
    throw new Error('The process died here.')
  }
  return {
    wrap: ({ handle, tokens, ...tools }) => ({
      ...tools,
      handle: async (decider, stream, command, context, options) =>
        pass(command.type, await handle(decider, stream, command, context, options)),
      tokens: {
        ...tokens,
        bind: async (...words) => pass('bind', await tokens.bind(...words)),
        use: async (idHash) => pass('use', await tokens.use(idHash)),
      },
    }),
    dieAfter(step) {
      last = step
    },
  }
}
