import { atom } from 'nanostores'
import { addressOf, type ForumTab, type ForumView, forumHome, viewFrom } from '../../lib/forum-view.ts'
import type { Message } from '../../lib/messages.ts'
import { loginFor } from '../../lib/paths.ts'
import { onBrowserMount } from '../browser-mount.ts'
import { showError } from '../toasts.ts'
import { categories } from './forum-categories.ts'
import { $thread, openThread, threads } from './forum-threads.ts'

/** View of the forum; kept in the address. */
export const $view = atom<ForumView>(forumHome)
/** Number of times that people navigated in the forum: only then, not on page load, the new heading takes the focus. */
export const $navigations = atom(0)

/** Loads a view; the thread decides the category, whatever the link said. */
async function load(view: ForumView): Promise<void> {
  void categories.reloadIfStale()
  if (view.category !== null) void threads.show({ of: view.category })
  if (view.thread === null) return
  await openThread(view.thread, view.post)
  const state = $thread.get()
  const now = $view.get()
  if (state.status !== 'loaded' || state.thread.id !== now.thread) return
  if (state.thread.categoryId !== now.category) move({ ...now, category: state.thread.categoryId }, 'replace')
}

function move(view: ForumView, how: 'push' | 'replace'): void {
  if (addressOf(view) !== addressOf($view.get()))
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(view))
  $navigations.set($navigations.get() + 1)
  $view.set(view)
  void load(view)
}

function followAddress(): void {
  const view = viewFrom(location.search)
  $view.set(view)
  void load(view)
}

onBrowserMount($view, () => {
  const follow = () => {
    $navigations.set($navigations.get() + 1)
    followAddress()
  }
  followAddress()
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
})

export const goTo = (view: ForumView) => move(view, 'push')

/** Back to the threads, with none selected, because this one is gone. */
export const leaveThread = () => move({ ...$view.get(), tab: 'threads', thread: null, post: null }, 'replace')

const isTab = (word: unknown): word is ForumTab => word === 'categories' || word === 'threads' || word === 'posts'

export function chooseTab(tab: unknown): void {
  if (isTab(tab) && tab !== $view.get().tab) move({ ...$view.get(), tab }, 'push')
}

/** Says that only signed-in people write, and leads to the sign-in page and back. */
export const askToLogIn = (message: Message) => showError(withLogIn(message))

/** With a link that leads back to what is open when the message is shown. */
export const withLogIn = (message: Message): Message => ({
  ...message,
  get next() {
    return { label: 'Log In', path: loginFor(addressOf($view.get())) }
  },
})
