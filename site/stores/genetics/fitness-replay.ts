import { atom } from 'nanostores'
import type { FitnessReplay, ReplayRequest, replayFitness } from '../../../contract/fitness-replay.ts'
import { call, type FieldErrors } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { paths } from '../../lib/paths.ts'
import { type GeneticsTab, geneticsTabIn, replayAddress, replayFrom } from '../../lib/replay-address.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm, type Read } from '../form.ts'
import { createSingle } from '../lists/single.ts'

export const $tab = atom<GeneticsTab>('analytics')

/** The last requested replay; empty until there is one. */
export const replay = createSingle<FitnessReplay, ReplayRequest>({
  query: null,
  failed: messages.replay.failed,
  read: (body) => call<typeof replayFitness>('POST', '/api/genetic-test/replay', { body }),
})

/** The initial values of the form: chosen from the rules and saved formulas, or in the address. */
export const $chosen = atom<ReplayRequest | null>(null)

function follow(): void {
  $tab.set(geneticsTabIn(location.search))
  const request = replayFrom(location.search)
  if ($tab.get() === 'analytics' || request === null) return
  $chosen.set(request)
  void replay.show(request)
}

onBrowserMount($tab, () => {
  follow()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
})

export function chooseTab(tab: GeneticsTab): void {
  if (tab === $tab.get()) return
  const request = replay.$query.get()
  const analyzed = paths.geneticAnalytics
  const address = request === null ? `${analyzed}?tab=replay` : replayAddress(request)
  history.pushState(null, '', tab === 'analytics' ? analyzed : address)
  $tab.set(tab)
}

/** Shows a replay and its address. The same one is requested again. */
export async function showReplay(request: ReplayRequest): Promise<void> {
  const address = replayAddress(request)
  if (`${location.pathname}${location.search}` !== address) history.pushState(null, '', address)
  const { status } = replay.$state.value ?? {}
  const before = replay.$query.get()
  const isAgain = before !== null && replayAddress(before) === address
  await (isAgain && status !== 'loading' ? replay.reload() : replay.show(request))
}

/** Puts a rule or a saved formula into the form. */
export const chooseFormula = (request: ReplayRequest) => $chosen.set(request)

/** The request in the form’s fields; null when some are wrong. */
export function requestIn(read: Read): ReplayRequest | null {
  const query = new URLSearchParams()
  for (const name of ['donation', 'volunteer', 'time', 'cap', 'from', 'to', 'bots', 'split'])
    query.set(name, read(name))
  return replayFrom(`?${query}`)
}

const isWithin = (text: string, low: number, high: number) => text !== '' && Number(text) >= low && Number(text) <= high

function check(read: Read): FieldErrors {
  const { weight, cap, order } = messages.replay
  const weights = ['donation', 'volunteer', 'time'].filter((name) => !isWithin(read(name), 0, 1000))
  const [from, to] = [read('from'), read('to')]
  return {
    ...Object.fromEntries(weights.map((name) => [name, weight])),
    ...(!isWithin(read('cap'), 1, 30) && { cap }),
    ...(from !== '' && to !== '' && to < from && { to: order }),
  }
}

export const replayForm = createForm({
  required: ['donation', 'volunteer', 'time', 'cap'],
  failed: messages.replay.failed,
  check,
  async send(read) {
    const request = requestIn(read)
    if (request === null) return
    $chosen.set(request)
    // The result reports its own failures.
    void showReplay(request)
  },
})
