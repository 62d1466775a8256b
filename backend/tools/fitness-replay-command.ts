import { parseArgs } from 'node:util'
import { replayRequest } from '../../contract/fitness-replay.ts'
import { replayFitness } from '../experiments/fitness-replay.ts'
import type { OnProgress } from '../experiments/variation-log.ts'
import { csvRow } from '../kernel/http/csv.ts'

export const usage = `Usage: npm run fitness:replay -- --weights 2,1,0.01 [--time-cap 30] [--from 2026-01-01]
         [--to 2026-01-31] [--bots in|out] [--split thompson|uniform] [--until POSITION]
         [--format json|csv]

  Scores recorded visits by another formula. Reads only the event log and changes
  nothing. The same formula on the same log gives the same result, with its hash.

  --weights    Of a donation, a volunteer, and time on the page.
  --time-cap   Seconds that are scored at most, up to 30.
  --bots       in: also reports that were left out because there were too many.
  --split      The rule to compare with (question 2).
  --until      The last position of the log to use: with the lastPosition of an earlier
               result, that result comes out again, to the bit.
  --format     csv: only the pages (question 1).

Exit code: 0 done, 2 wrong usage.
`

/** `npm run fitness:replay -- …`: returns the exit code. */
export async function runFitnessReplay(
  words: readonly string[],
  source: Parameters<typeof replayFitness>[0],
  { print, onProgress }: { print(text: string): void; onProgress?: OnProgress },
): Promise<0 | 2> {
  const asked = parse(words)
  if (asked === null) {
    print(usage)
    return 2
  }
  const replay = await replayFitness(source, asked.request, { until: asked.until, onProgress })
  print(asked.format === 'json' ? `${JSON.stringify(replay, null, 2)}\n` : csvOf(replay))
  return 0
}

/** A position of either event log. */
const positionShape = /^\d{1,20}(\/\d{1,20})?$/

function parse(words: readonly string[]) {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: {
        weights: { type: 'string' },
        'time-cap': { type: 'string', default: '30' },
        from: { type: 'string' },
        to: { type: 'string' },
        bots: { type: 'string' },
        split: { type: 'string' },
        until: { type: 'string' },
        format: { type: 'string', default: 'json' },
      },
    })
    const [donation, volunteer, time, ...more] = (values.weights ?? '').split(',').map((text) => Number(text || 'none'))
    const { from, to, bots, split, until, format } = values
    const request = replayRequest.safeParse({
      weights: { donation, volunteer, time },
      timeCap: Number(values['time-cap']) * 1000,
      from: from ?? null,
      to: to ?? null,
      ...(bots && { bots }),
      ...(split && { split }),
    })
    if (!request.success || more.length > 0 || (format !== 'json' && format !== 'csv')) return null
    if (until !== undefined && !positionShape.test(until)) return null
    return { request: request.data, until: until ?? null, format }
  } catch {
    return null
  }
}

type Replay = Awaited<ReturnType<typeof replayFitness>>

/** Without a byte order mark, which other programs that read the output would take for a character. */
function csvOf({ pages }: Replay): string {
  const header = [
    'variation',
    'visitors',
    'effective_sample_size',
    'today',
    'today_low',
    'today_high',
    'today_rank',
    'replayed',
    'replayed_low',
    'replayed_high',
    'replayed_rank',
    'refusal',
  ]
  const rows = pages.rows.map((row) => [
    row.variationId,
    row.visitors,
    row.effectiveSampleSize,
    row.today?.mean ?? null,
    row.today?.low ?? null,
    row.today?.high ?? null,
    row.todayRank,
    row.replayed?.mean ?? null,
    row.replayed?.low ?? null,
    row.replayed?.high ?? null,
    row.replayedRank,
    row.refusal,
  ])
  return [header, ...rows].map(csvRow).join('')
}
