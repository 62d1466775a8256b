import { parseArgs } from 'node:util'
import { type RebuildOptions, rebuild } from '../projector/rebuild.ts'

export const usage = `Usage: npm run rebuild -- [--fresh] [projection …]

  Builds the read tables anew from the event log, beside the ones that serve, and then
  switches. The application may run meanwhile. Interrupted, it goes on where it was.

  projection   Only these; all when none is named.
  --fresh      Start from the beginning although an interrupted rebuild could go on.

Exit code: 0 done, 1 not done, 2 wrong usage.
`

/** `npm run rebuild -- …`: answers the exit code. */
export async function runRebuild(
  words: readonly string[],
  { print, ...parts }: Omit<RebuildOptions, 'only' | 'fresh'> & { print(line: string): void },
): Promise<0 | 1 | 2> {
  const asked = parse(words)
  if (asked === null) {
    print(usage)
    return 2
  }
  const only = asked.names.length > 0 ? asked.names : undefined
  try {
    const { switched, failed } = await rebuild({ ...parts, only, fresh: asked.fresh })
    if (switched.length > 0) print(`Rebuilt: ${switched.join(', ')}.`)
    for (const { projection, reason } of failed) print(`Not rebuilt: ${projection}; its old tables stay. ${reason}`)
    return failed.length > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof RangeError) {
      print(error.message)
      return 2
    }
    if (!parts.signal?.aborted) throw error
    print('Interrupted: the old tables stay. Run npm run rebuild again to go on.')
    return 1
  }
}

function parse(words: readonly string[]): { names: string[]; fresh: boolean } | null {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options: { fresh: { type: 'boolean', default: false } },
    })
    return { names: positionals, fresh: values.fresh }
  } catch {
    return null
  }
}
