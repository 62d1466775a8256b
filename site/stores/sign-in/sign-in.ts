import { atom } from 'nanostores'
import type { becomeFirstAdmin, CurrentUser, login, register } from '../../../contract/auth.ts'
import { call, type FieldErrors } from '../../lib/api.ts'
import { takeLinkToken } from '../../lib/link-token.ts'
import { type Message, messages } from '../../lib/messages.ts'
import { greetingName } from '../../lib/names.ts'
import { afterSignIn, codePath, paths } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { createForm, type Form } from '../form.ts'
import { $session, loadSession } from '../session.ts'
import { showToastOnNextPage } from '../toasts.ts'

function enter(message: Message, path: string) {
  showToastOnNextPage(message)
  location.assign(path)
}

/** Goes to the page that people wanted to open. */
export const completeSignIn = (user: CurrentUser, message: Message) => {
  $session.set({ status: 'signed-in', user })
  enter(message, afterSignIn(location.search))
}

type AfterPassword = { onCodeNeeded: () => void; onSignedIn: (user: CurrentUser) => void }

export const createSignInForm = ({ onCodeNeeded, onSignedIn }: AfterPassword): Form =>
  createForm({
    required: ['email', 'password'],
    verbatim: ['password'],
    failed: messages.login.failed,
    showsServerMessage: true,
    needsCookies: true,
    async send(read) {
      const body = { email: read('email'), password: read('password') }
      const answer = await call<typeof login>('POST', '/api/auth/login', { body })
      if ('isCodeNeeded' in answer) onCodeNeeded()
      else onSignedIn(answer.user)
    },
  })

export const signInForm = createSignInForm({
  onCodeNeeded: () => location.assign(codePath(afterSignIn(location.search))),
  onSignedIn: (user) => completeSignIn(user, messages.login.done(greetingName(user))),
})

export const registerForm = createForm({
  required: ['firstName', 'lastName', 'email', 'password'],
  verbatim: ['password'],
  failed: messages.register.failed,
  showsServerMessage: true,
  needsCookies: true,
  async send(read) {
    const body = {
      firstName: read('firstName'),
      lastName: read('lastName'),
      email: read('email'),
      password: read('password'),
      wording: read('wording'),
    }
    const { user } = await call<typeof register>('POST', '/api/auth/register', { body })
    completeSignIn(user, messages.register.done(greetingName(user)))
  },
})

const minAdminPasswordLength = 15

/** The token of the one-time link; '' when the page was opened without one, null until that is known. */
export const $setupToken = atom<string | null>(null)
/** The role that the link gives, as the link says; null: to become an admin. The server decides by the invitation. */
export const $setupRole = atom<string | null>(null)

onBrowserMount($setupToken, () => {
  $setupRole.set(new URLSearchParams(location.search).get('role'))
  if ($setupToken.get() === null) $setupToken.set(takeLinkToken())
})

export const firstAdminForm = createForm({
  required: ['firstName', 'lastName', 'email', 'password'],
  verbatim: ['password'],
  failed: messages.firstAdmin.failed,
  showsServerMessage: true,
  needsCookies: true,
  check(read): FieldErrors {
    const isTooShort = [...read('password')].length < minAdminPasswordLength
    return isTooShort ? { password: messages.form.longPassword } : {}
  },
  async send(read) {
    const body = {
      token: $setupToken.get() ?? '',
      firstName: read('firstName'),
      lastName: read('lastName'),
      email: read('email'),
      password: read('password'),
    }
    const answer = await call<typeof becomeFirstAdmin>('POST', '/api/auth/first-admin', { body })
    if ('isCodeNeeded' in answer) return location.assign(codePath(paths.admin))
    enter(messages.firstAdmin.done(greetingName(answer.user)), paths.admin)
  },
})

export const signInTabs = ['sign-in', 'register', 'magic-link'] as const
export type SignInTab = (typeof signInTabs)[number]

export const $signInTab = atom<SignInTab>('sign-in')
/** The problem at the provider that has just sent people back here. */
export const $providerProblem = atom<string | null>(null)
/** The query for a provider's address, so it leads back to the page that people wanted to open. */
export const $providerSearch = atom('')

const isTab = (word: unknown): word is SignInTab => signInTabs.some((tab) => tab === word)

export function chooseSignInTab(word: unknown): void {
  if (isTab(word)) $signInTab.set(word)
}

onBrowserMount($signInTab, () => {
  chooseSignInTab(new URLSearchParams(location.search).get('tab'))
  void redirectIfSignedIn()
})

// Its sentences are loaded only for people who came back with a problem.
onBrowserMount($providerProblem, () => {
  if (!new URLSearchParams(location.search).has('problem')) return
  void import('./provider-problem.ts').then(({ reportProviderProblem }) =>
    $providerProblem.set(reportProviderProblem()),
  )
})

onBrowserMount($providerSearch, () => {
  const next = afterSignIn(location.search)
  if (next !== paths.dashboard) $providerSearch.set(`?${new URLSearchParams({ next })}`)
})

/** People who are signed in are redirected (§2), with a greeting if a provider has just signed them in. */
async function redirectIfSignedIn(): Promise<void> {
  await loadSession()
  const session = $session.get()
  if (session.status !== 'signed-in') return
  if (isBackFromProvider()) showToastOnNextPage(messages.login.done(greetingName(session.user)))
  location.replace(afterSignIn(location.search))
}

const isBackFromProvider = () => new URLSearchParams(location.search).has('signed-in')
