import { expect, it, onTestFinished } from 'vitest'
import { shippedAndApproved as alleles, firstPages as seeded } from '../../test/support/shipped-pages.ts'
import { evolve, type Snapshot, score } from '../domain/page-variations/scoring.ts'
import { createScoringThread } from './scoring-thread.ts'

const snapshot: Snapshot = {
  position: '10',
  generation: 1,
  current: seeded,
  known: seeded,
  alleles,
  genePoolVersion: 'pool-1',
  fitness: { version: 'fitness-1', weights: { donation: 2, volunteer: 1, time: 0.01 } },
  evidence: seeded.map(({ variationId }, index) => ({
    generation: 1,
    variationId,
    day: '2026-01-01',
    visitors: 97,
    donated: index,
    volunteered: 2 * index,
    visits: 99,
    time: 123_457 * index,
  })),
  candidate: null,
  paused: [],
}

function thread(options: Parameters<typeof createScoringThread>[0] = {}) {
  const created = createScoringThread(options)
  onTestFinished(created.close)
  return created
}

/** A worker that runs this for each task. */
const file = (onTask: string): URL =>
  new URL(
    `data:text/javascript,${encodeURIComponent(
      `import { parentPort } from 'node:worker_threads'
       parentPort.on('message', ({ seed }) => { ${onTask} })
       parentPort.postMessage('ready')`,
    )}`,
  )
const answer = 'parentPort.postMessage({ answer: { scoring: seed } })'

it('gives the same result as in this thread, to the bit', async () => {
  const { score: scoreThere, evolve: evolveThere } = thread()
  const [scoring, evolution] = await Promise.all([scoreThere(snapshot, 'a'), evolveThere(snapshot, 'b')])
  expect(JSON.stringify(scoring)).toBe(JSON.stringify(score(snapshot, 'a')))
  expect(JSON.stringify(evolution)).toBe(JSON.stringify(evolve(snapshot, 'b')))
})

it('uses the counts at the time of the call', async () => {
  const { score: scoreThere } = thread()
  const growing = { ...snapshot, evidence: snapshot.evidence.map((row) => ({ ...row })) }
  const scoring = scoreThere(growing, 'a')
  for (const row of growing.evidence) row.visitors += 1000
  expect((await scoring).visitors).toBe(97 * 5)
})

it('ends a job that takes too long, and takes the next one', async () => {
  const { score: scoreThere } = thread({
    timeout: 4000,
    file: file(`if (seed === 'endless') for (;;); ${answer}`),
  })
  await expect(scoreThere(snapshot, 'endless')).rejects.toThrow('No answer within 4000 ms.')
  // A busy machine may need more than one time limit to start a thread.
  await expect.poll(() => scoreThere(snapshot, 'next')).toBe('next')
})

it('reports a job that fails, and takes the next one', async () => {
  const { score: scoreThere } = thread({
    file: file(`if (seed === 'wrong') throw new Error('No.'); ${answer}`),
  })
  await expect(scoreThere(snapshot, 'wrong')).rejects.toThrow('No.')
  expect(await scoreThere(snapshot, 'next')).toBe('next')
})

it('rejects the task in progress when it is closed', async () => {
  const { score: scoreThere, close } = thread({ file: file('') })
  const waiting = scoreThere(snapshot, 'never')
  await Promise.all([expect(waiting).rejects.toThrow('The server is stopping.'), close()])
  await expect(scoreThere(snapshot, 'late')).rejects.toThrow('The server is stopping.')
})
