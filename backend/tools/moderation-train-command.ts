import { parseArgs } from 'node:util'
import { examples } from '../moderation/examples/index.ts'
import { balancedAccuracy, calibrationError, heldByLabel, type Judged, rowsOf } from '../moderation/training/figures.ts'
import { usualSettings } from '../moderation/training/fit.ts'
import { readPosts } from '../moderation/training/posts.ts'
import { type OnTraining, trainModel } from '../moderation/training/train.ts'
import type { Progress } from '../projections/progress.ts'

export const usage = `Usage: npm run moderation:train -- --data DIR [--seed N]

  Learns the moderator's model from DIR/train.jsonl.gz and the sentences of
  backend/moderation/examples, calibrates it on DIR/dev.jsonl.gz and the sentences
  kept apart, writes backend/moderation/model.bin, and prints the figures.

  --data DIR   Folder with JSON lines {"text", "label", "source", "alt"?, "typed"?}.
  --seed N     A whole number; the same seed and data give the same file. Usually 1.

Exit code: 0 done, 1 not done, 2 wrong usage.
`

export type TrainParts = {
  print(line: string): void
  createBar(label: string): (progress: Progress) => void
  save(bytes: Uint8Array): void
}

/** Answers the exit code. */
export async function trainCommand(
  words: readonly string[],
  { print, createBar, save }: TrainParts,
): Promise<0 | 1 | 2> {
  const asked = parse(words)
  if (asked === null) {
    print(usage)
    return 2
  }
  let posts: Awaited<ReturnType<typeof readPosts>>[]
  try {
    posts = await Promise.all([readPosts(asked.data, 'train'), readPosts(asked.data, 'dev')])
  } catch (error) {
    print(`The posts could not be read: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
  const [train = [], dev = []] = posts
  const { file, judged, version } = trainModel(
    { train, dev, examples },
    { ...usualSettings, seed: asked.seed },
    onBars(createBar),
  )
  save(file)
  report(judged, print)
  print(`\nModel ${version}, ${(file.length / 1e6).toFixed(2)} MB.`)
  return 0
}

const percent = (share: number) => (Number.isNaN(share) ? '' : `${(share * 100).toFixed(1)} %`).padStart(8)
const columns = `${'posts'.padStart(6)}${'held'.padStart(9)}${'refused'.padStart(9)}`

/** The figures of the model card. */
function report(judged: readonly Judged[], print: TrainParts['print']): void {
  print(`\n${'source'.padEnd(22)}${'label'.padEnd(13)}${columns}`)
  for (const { source, label, posts, held, refused } of rowsOf(judged))
    print(`${source.padEnd(22)}${label.padEnd(13)}${String(posts).padStart(6)} ${percent(held)} ${percent(refused)}`)
  const isOurs = ({ post }: Judged) => post.source.startsWith('examples')
  for (const [name, part] of [
    ['public sets', judged.filter((one) => !isOurs(one))],
    ['our sentences', judged.filter(isOurs)],
  ] as const) {
    print(`\n${name.padEnd(22)}${''.padEnd(13)}${columns}`)
    for (const { label, posts, held, refused } of heldByLabel(part))
      print(`${''.padEnd(22)}${label.padEnd(13)}${String(posts).padStart(6)} ${percent(held)} ${percent(refused)}`)
    print(`Balanced accuracy ${percent(balancedAccuracy(part)).trim()}.`)
  }
  const errorWhere = (isPolitical: boolean) =>
    calibrationError(judged.filter((one) => one.isPolitical === isPolitical)).toFixed(3)
  print(`\nCalibration error: political posts ${errorWhere(true)}, other posts ${errorWhere(false)}.`)
}

/** One bar per stage. */
function onBars(createBar: TrainParts['createBar']): OnTraining {
  const bars = new Map<string, { show(progress: Progress): void; startedAt: number }>()
  return (stage, done, total) => {
    const bar = bars.get(stage) ?? { show: createBar(`Moderator, ${stage}`), startedAt: performance.now() }
    bars.set(stage, bar)
    const perSecond = done / Math.max(1e-3, (performance.now() - bar.startedAt) / 1000)
    bar.show({ done, total, perSecond, secondsLeft: (total - done) / Math.max(1, perSecond) })
  }
}

function parse(words: readonly string[]): { data: string; seed: number } | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { data: { type: 'string' }, seed: { type: 'string', default: '1' } },
    })
    const seed = Number(values.seed)
    return values.data && Number.isSafeInteger(seed) ? { data: values.data, seed } : null
  } catch {
    return null
  }
}
