import { atom, computed } from 'nanostores'
import type { AdminAction, listAdminActions } from '../../../contract/admin.ts'
import type { readSeals, SealState, verifySeals } from '../../../contract/seals.ts'
import type { AdminUser, listUsers } from '../../../contract/users.ts'
import { call } from '../../lib/api.ts'
import { messages } from '../../lib/messages.ts'
import { fullName } from '../../lib/names.ts'
import { runExclusively } from '../exclusive.ts'
import { createSimpleList } from '../lists/list.ts'
import { createSingle } from '../lists/single.ts'
import { $may } from '../rights.ts'
import { showError, showToast } from '../toasts.ts'
import { createAdminList } from './admin-list.ts'

/** Acts of admins, newest first. */
export const actionList = createAdminList<AdminAction>({
  tab: 'actions',
  sort: '-timestamp',
  filters: ['admin', 'action', 'right', 'target', 'topic', 'from', 'to'],
  failed: messages.admin.actionsFailed,
  read: async (query) => {
    const { actions, total } = await call<typeof listAdminActions>('GET', '/api/admin/actions', { query })
    return { items: actions, total }
  },
})

const adminList = createSimpleList<AdminUser>(async () => {
  if (!$may.get()('people')) return []
  const query = { filter: 'role:admin', sort: 'name', limit: '50' }
  return (await call<typeof listUsers>('GET', '/api/admin/users', { query })).users
})

type Choice = [value: string, label: string]

/** Who acted on this page: API keys, and colleagues with a role. */
const $onPage = computed(actionList.$state, (state) => {
  const actors = state.status === 'loaded' ? state.items.map(({ actor }) => actor) : []
  return new Map(
    actors.flatMap(({ kind, id, name }) => (id === null ? [] : [[kind === 'api-key' ? `key-${id}` : `${id}`, name]])),
  )
})

const unlistedName = (actor: string) => (actor.startsWith('key-') ? `API ${actor.replace('-', ' ')}` : `User ${actor}`)

/** The actors to choose from: the server, the admins, who else acted on this page, and the one in the address. */
export const $actors = computed([adminList.$state, actionList.$query, $onPage], (admins, query, onPage): Choice[] => {
  const choices: Choice[] = [['server', 'Server']]
  if (admins.status === 'loaded') for (const admin of admins.items) choices.push([String(admin.id), fullName(admin)])
  const isListed = (actor: string) => choices.some(([value]) => value === actor)
  for (const [actor, name] of onPage) if (!isListed(actor)) choices.push([actor, name])
  const chosen = query?.filter.admin
  if (chosen !== undefined && !isListed(chosen)) choices.push([chosen, unlistedName(chosen)])
  return choices
})

/** The names of actions on this page, to choose from. */
export const $actionNames = computed(actionList.$state, (state) =>
  state.status === 'loaded' ? [...new Set(state.items.map(({ action }) => action))].sort() : [],
)

/** The rights used on this page, to choose from. */
export const $actionRights = computed(actionList.$state, (state) =>
  state.status === 'loaded' ? [...new Set(state.items.flatMap(({ rights = [] }) => rights))].sort() : [],
)

export const seals = createSingle<SealState, object>({
  query: {},
  failed: messages.admin.sealsFailed,
  read: () => call<typeof readSeals>('GET', '/api/admin/seals'),
})

export const $isVerifying = atom(false)

/** Compares the log with its seals now. */
export const verifyNow = () =>
  runExclusively($isVerifying, messages.admin.verifyFailed, async () => {
    const verified = await call<typeof verifySeals>('POST', '/api/admin/seals/verify')
    seals.change((state) => ({ ...state, verified }))
    if (verified.isIntact) showToast(messages.admin.logIntact)
    else showError({ ...messages.admin.logBroken, description: verified.finding })
    await Promise.all([seals.reload(), actionList.reload()])
  })
