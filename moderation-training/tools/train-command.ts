import { parseArgs } from 'node:util'
import type { createProgressBar } from '../../backend/kernel/projector/progress-bar.ts'
import type { GateFigures } from '../../backend/moderation/model-file.ts'
import { balancedAccuracy, calibrationError, heldByLabel, type Judged, rowsByKind, rowsOf } from '../figures.ts'
import { losses } from '../gate.ts'
import { settingsFor } from '../learn.ts'
import { modelCard } from '../model-card.ts'
import { readPosts } from '../posts.ts'
import { templates } from '../templates/index.ts'
import type { Material, OnTraining, trainModel } from '../train.ts'
import { readWordVectors } from '../word-vectors.ts'
import { readWrittenPosts } from '../written-posts.ts'

export const usage = `Usage: npm run moderation:train -- --data DIR [--seed N] [--out FILE]

  Trains the moderator's model on DIR/train.jsonl.gz and on the posts and templates of
  moderation-training, calibrates it on DIR/dev.jsonl.gz and our validation posts,
  prints the figures, and writes backend/moderation/model.bin, with its figures in
  docs/moderation.md, or FILE.

  A model that is worse than the one in backend/moderation/model.bin is refused and not
  written: by area under the curve on the public development posts, civil posts of web
  debates held, or precision on political posts.

  --data DIR   Folder with JSON lines {"text", "label", "source", "alt"?, "typed"?}.
  --seed N     A whole number, 1 by default; the same seed and data give the same file.
  --out FILE   Where to write the model, to try it in the console first.

Exit code: 0 done, 1 not done, 2 wrong usage, 3 the model was refused.
`

type Progress = Parameters<ReturnType<typeof createProgressBar>>[0]

export type TrainParts = {
  print(line: string): void
  createBar(label: string): (progress: Progress) => void
  train: typeof trainModel
  /** The figures of the model that ships; null if it has none. */
  replaced(): GateFigures | null
  /** To the file named, or over the model that ships and into the model card. */
  save(bytes: Uint8Array, card: string, out?: string): void
}

/** Returns the exit code. */
export async function trainCommand(
  words: readonly string[],
  { print, createBar, train, replaced, save }: TrainParts,
): Promise<0 | 1 | 2 | 3> {
  const asked = parse(words)
  if (asked === null) {
    print(usage)
    return 2
  }
  let material: Material
  try {
    material = await readMaterial(asked.data)
  } catch (error) {
    print(`The posts could not be read: ${error instanceof Error ? error.message : String(error)}`)
    return 1
  }
  const trained = train(material, settingsFor(asked.seed), onBars(createBar))
  report(trained.validation, trained.test, print)
  const card = modelCard(trained)
  print(`\n${card}`)
  const lost = lossesTo(replaced(), trained.figures, print)
  if (lost.length > 0) {
    print(`\nModel ${trained.version} was refused, because it is worse than the one it would replace:`)
    for (const one of lost) print(`  ${one}`)
    return 3
  }
  save(trained.file, card, asked.out)
  print(`\nModel ${trained.version}, ${(trained.file.length / 1e6).toFixed(2)} MB.`)
  return 0
}

function lossesTo(before: GateFigures | null, after: GateFigures, print: TrainParts['print']): string[] {
  if (before?.posts === after.posts) return losses(before, after)
  print(
    before === null
      ? '\nThe model that ships has no figures, so there is nothing to compare.'
      : '\nThe model that ships was measured on other development posts, so there is nothing to compare.',
  )
  return []
}

async function readMaterial(folder: string): Promise<Material> {
  const train = await readPosts(folder, 'train')
  const dev = await readPosts(folder, 'dev')
  const written = await readWrittenPosts()
  return {
    train: [...train, ...written.train],
    validation: [...dev, ...written.validation],
    test: written.test,
    templates,
    vectors: await readWordVectors(),
  }
}

const percent = (share: number) => (Number.isNaN(share) ? '' : `${(share * 100).toFixed(1)} %`).padStart(8)
const columns = `${'posts'.padStart(6)}${'held'.padStart(9)}${'refused'.padStart(9)}`

/** The figures of the model card. */
function report(validation: readonly Judged[], test: readonly Judged[], print: TrainParts['print']): void {
  for (const [name, rows] of [
    ['source', rowsOf(validation)],
    ['unseen, by kind', rowsByKind(validation)],
    ['test, by kind', rowsByKind(test)],
  ] as const) {
    print(`\n${name.padEnd(24)}${'label'.padEnd(13)}${columns}`)
    for (const { source, label, posts, held, refused } of rows)
      print(`${source.padEnd(24)}${label.padEnd(13)}${String(posts).padStart(6)} ${percent(held)} ${percent(refused)}`)
  }
  const isSigned = ({ post }: Judged) => post.source.startsWith('examples')
  for (const [name, part] of [
    ['public sets', validation.filter((one) => !isSigned(one))],
    ['our posts', validation.filter(isSigned)],
    ['unseen posts', validation.filter(({ post }) => post.kind !== undefined)],
    ['test', test],
  ] as const) {
    print(`\n${name.padEnd(24)}${''.padEnd(13)}${columns}`)
    for (const { label, posts, held, refused } of heldByLabel(part))
      print(`${''.padEnd(24)}${label.padEnd(13)}${String(posts).padStart(6)} ${percent(held)} ${percent(refused)}`)
    print(`Balanced accuracy ${percent(balancedAccuracy(part)).trim()}.`)
  }
  for (const [name, part] of [
    ['validation', validation],
    ['test', test],
  ] as const) {
    const errorWhere = (isPolitical: boolean) =>
      calibrationError(part.filter((one) => one.isPolitical === isPolitical)).toFixed(3)
    print(`\nCalibration error, ${name}: political posts ${errorWhere(true)}, other posts ${errorWhere(false)}.`)
  }
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

function parse(words: readonly string[]): { data: string; seed: number; out?: string } | null {
  try {
    const { values } = parseArgs({
      args: [...words],
      options: { data: { type: 'string' }, seed: { type: 'string', default: '1' }, out: { type: 'string' } },
    })
    const seed = Number(values.seed)
    if (!values.data || !Number.isSafeInteger(seed)) return null
    return { data: values.data, seed, ...(values.out === undefined ? {} : { out: values.out }) }
  } catch {
    return null
  }
}
