import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GateFigures } from '../../backend/moderation/model-file.ts'
import type { Trained } from '../train.ts'
import { trainCommand, usage } from './train-command.ts'

const before: GateFigures = { posts: 'these', publicAuc: 0.93, webDebateHeld: 0.12, politicalPrecision: 0.9 }
const trained: Trained = {
  file: new Uint8Array(3),
  version: 'newer',
  figures: before,
  validation: [],
  test: [],
}

async function run(words: string[], figures: GateFigures = before, replaced: GateFigures | null = before) {
  const printed: string[] = []
  const saved: (string | undefined)[] = []
  const code = await trainCommand(words, {
    print: (line) => printed.push(line),
    createBar: () => () => {},
    train: () => ({ ...trained, figures }),
    replaced: () => replaced,
    save: (_bytes, _card, out) => saved.push(out),
  })
  return { code, printed, saved }
}

it.each([[[]], [['--data']], [['--data', 'x', '--seed', 'one']], [['--dta', 'x']]])(
  'explains itself when it is called with %j',
  async (words) => {
    expect(await run(words)).toEqual({ code: 2, printed: [usage], saved: [] })
  },
)

it('keeps the old model when the posts cannot be read', async () => {
  const { code, printed, saved } = await run(['--data', '/nowhere'])
  expect({ code, saved }).toEqual({ code: 1, saved: [] })
  expect(printed[0]).toMatch(/^The posts could not be read: .*train\.jsonl\.gz/)
})

describe('a trained model', () => {
  let folder = ''
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'posts-'))
    const posts = gzipSync(JSON.stringify({ text: 'Vote on Tuesday', label: 'none', source: 's' }))
    for (const name of ['train', 'dev']) await writeFile(join(folder, `${name}.jsonl.gz`), posts)
  })
  afterAll(() => rm(folder, { recursive: true }))

  it('replaces one that is no better', async () => {
    const { code, saved } = await run(['--data', folder])
    expect({ code, saved }).toEqual({ code: 0, saved: [undefined] })
  })

  it.each([
    [{ publicAuc: 0.9299 }, 'public development AUC: 0.9299 instead of 0.9300'],
    [{ webDebateHeld: 0.125 }, 'civil web debate held: 12.5 % instead of 12.0 %'],
    [{ politicalPrecision: 0.89 }, 'precision on political posts: 89.0 % instead of 90.0 %'],
  ])('is refused and not written when it is worse: %j', async (change, line) => {
    const { code, printed, saved } = await run(['--data', folder, '--out', 'x.bin'], { ...before, ...change })
    expect({ code, saved }).toEqual({ code: 3, saved: [] })
    expect(printed.slice(-2)).toEqual([
      '\nModel newer was refused, because it is worse than the one it would replace:',
      `  ${line}`,
    ])
  })

  it.each([
    [null, 'The model that ships has no figures, so there is nothing to compare.'],
    [{ ...before, posts: 'others' }, 'The model that ships was measured on other development posts'],
  ])('is written where nothing compares: %j', async (replaced, sentence) => {
    const worse = { ...before, publicAuc: 0.5 }
    const { code, printed, saved } = await run(['--data', folder, '--out', 'x.bin'], worse, replaced)
    expect({ code, saved }).toEqual({ code: 0, saved: ['x.bin'] })
    expect(printed.join('\n')).toContain(sentence)
  })
})
