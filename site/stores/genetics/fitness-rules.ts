import { atom } from 'nanostores'
import type * as api from '../../../contract/fitness-replay.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { runExclusively } from '../exclusive.ts'
import { createSingle } from '../lists/single.ts'
import { showError, showToast } from '../toasts.ts'
import { analytics } from './analytics.ts'

/** The rule in force, earlier ones and saved formulas. */
export const rules = createSingle<api.FitnessRules, object>({
  query: {},
  failed: messages.replay.rulesFailed,
  read: () => call<typeof api.readFitnessRules>('GET', '/api/genetic-test/fitness'),
})

export const $isChanging = atom(false)

/** Saves a formula under a name. Resolves to true when it was. */
export async function save(name: string, request: api.ReplayRequest): Promise<boolean> {
  if (name === '') {
    showError(messages.replay.missingName)
    return false
  }
  return runExclusively($isChanging, messages.replay.saveFailed, async () => {
    const url = '/api/genetic-test/formulas/:name'
    const now = await call<typeof api.saveFormula>('PUT', url, { params: { name }, body: request })
    rules.change(() => now)
    showToast(messages.replay.saved(name))
  })
}

export const remove = (name: string) =>
  runExclusively($isChanging, messages.replay.removeFailed, async () => {
    await call<typeof api.removeFormula>('DELETE', '/api/genetic-test/formulas/:name', { params: { name } })
    rules.change((now) => ({ ...now, formulas: now.formulas.filter((formula) => formula.name !== name) }))
    showToast(messages.replay.removed(name))
  })

/** The formula whose result is being computed again. */
export const $checked = atom<string | null>(null)

/** Computes the result of a saved formula again, and says whether it is the same. */
export async function check(name: string): Promise<void> {
  $checked.set(name)
  await runExclusively($isChanging, messages.replay.checkFailed, async () => {
    const url = '/api/genetic-test/formulas/:name/check'
    const now = await call<typeof api.checkFormula>('POST', url, { params: { name } })
    rules.change(() => now)
    const holds = now.formulas.find((formula) => formula.name === name)?.check?.holds
    if (holds) showToast(messages.replay.held(name))
    else showError(messages.replay.differs(name))
  })
  $checked.set(null)
}

/** Scores, serves and breeds by this formula from now on. */
export const useFromNowOn = ({ weights, timeCap }: api.ReplayRequest) =>
  runExclusively($isChanging, messages.replay.useFailed, async () => {
    const now = await call<typeof api.changeFitness>('PUT', '/api/genetic-test/fitness', { body: { weights, timeCap } })
    rules.change(() => now)
    showToast(messages.replay.used)
    void analytics.reload()
  })
