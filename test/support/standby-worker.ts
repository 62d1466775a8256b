import { workerRpc } from '../../backend/kernel/concurrency/standby-worker.ts'

/** The functions that a thread of `createStandbyThread` may call in its process. */
export type Tricks = {
  started(): 'live' | 'die' | 'throw' | 'hang' | 'hang at the end'
  said(words: string): void
  refuse(): void
}

/** A scripted worker that reports what happens to it. */
const { call, serve } = workerRpc<Tricks & { missing(): void }>()
let isStuck = false

serve({
  onWake: () => void call('said', 'woken'),
  async close() {
    await call('said', 'closing')
    while (isStuck);
  },
})

const trick = await call('started')
if (trick === 'die') process.exit(1)
if (trick === 'throw') throw Object.assign(new Error('Broken.'), { code: 'E_BROKEN' })
while (trick === 'hang');
isStuck = trick === 'hang at the end'
for (const name of ['refuse', 'missing'] as const)
  await call(name).catch((error: Error & { code?: string }) => call('said', `${error.message} ${error.code}`))
await call('said', 'ready')
