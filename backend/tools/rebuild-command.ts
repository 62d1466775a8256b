import { parseArgs } from 'node:util'
import { unreadableSentence } from '../kernel/eventlog/encryption/unreadable-subjects.ts'
import { type RebuildOptions, rebuild } from '../kernel/projector/rebuild.ts'

export const usage = `Usage: npm run rebuild -- [--fresh] [projection …]

  Rebuilds the read tables from the event log, beside the ones in use, and then
  switches. The application can keep running. An interrupted rebuild resumes.

  projection   Rebuild only these (default: all).
  --fresh      Start over instead of resuming an interrupted rebuild.

Exit code: 0 done, 1 not done, 2 wrong usage.
`

type RebuildParts = Omit<RebuildOptions, 'only' | 'fresh'> & {
  /** The subjects whose fields could not be read so far. */
  unreadableSubjects?: () => ReadonlySet<string>
  /** Events in our streams that cannot be read, after the rebuild. */
  setAside?: () => Promise<readonly { stream: string; position: string; reason: string }[]>
  print(line: string): void
}

/** `npm run rebuild -- …`: returns the exit code. */
export async function runRebuild(
  words: readonly string[],
  { print, unreadableSubjects = () => new Set(), setAside = async () => [], ...parts }: RebuildParts,
): Promise<0 | 1 | 2> {
  const options = parse(words)
  if (options === null) {
    print(usage)
    return 2
  }
  const only = options.names.length > 0 ? options.names : undefined
  try {
    const { switched, failed } = await rebuild({ ...parts, only, fresh: options.fresh })
    if (switched.length > 0) print(`Rebuilt: ${switched.join(', ')}.`)
    for (const { projection, reason } of failed) print(`Not rebuilt: ${projection}; keeping its old tables. ${reason}`)
    const unreadable = unreadableSubjects()
    if (unreadable.size > 0) print(unreadableSentence(unreadable))
    for (const { stream, position, reason } of await setAside())
      print(`Set aside: ${stream} at position ${position}. ${reason}`)
    return failed.length > 0 ? 1 : 0
  } catch (error) {
    if (error instanceof RangeError) {
      print(error.message)
      return 2
    }
    if (!parts.signal?.aborted) throw error
    print('Interrupted. The old tables stay in use; run npm run rebuild again to resume.')
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
