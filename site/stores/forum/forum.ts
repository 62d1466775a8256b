import { atom } from 'nanostores'
import { addressOf, entrance, type ForumTab, type Place, placeIn } from '../../lib/forum-place.ts'
import { $session, loadSession } from '../session.ts'
import { loadCategories } from './forum-categories.ts'
import { loadRefusals } from './forum-refusals.ts'
import { $thread, openThread, threads } from './forum-threads.ts'

export const $place = atom<Place>(entrance)
/** How often somebody went somewhere: then, and not on arrival, the heading of what opens takes the focus. */
export const $moves = atom(0)

/** Loads what this place shows; a thread brings its category along, whatever the link to it said. */
async function load(place: Place): Promise<void> {
  void loadCategories()
  if (place.category !== null) void threads.show(place.category)
  if (place.thread === null) return
  await openThread(place.thread)
  const state = $thread.get()
  const now = $place.get()
  if (state.status !== 'loaded' || state.thread.id !== now.thread) return
  if (state.thread.categoryId !== now.category) move({ ...now, category: state.thread.categoryId }, 'replace')
}

function move(place: Place, how: 'push' | 'replace'): void {
  if (addressOf(place) !== addressOf($place.get()))
    history[how === 'push' ? 'pushState' : 'replaceState'](null, '', addressOf(place))
  $moves.set($moves.get() + 1)
  $place.set(place)
  void load(place)
}

/** Reads the place from the address, now and whenever the browser goes back or forth. Answers how to stop. */
export function openForum(): () => void {
  const arrive = () => {
    $place.set(placeIn(location.search))
    void load($place.get())
  }
  const follow = () => {
    $moves.set($moves.get() + 1)
    arrive()
  }
  arrive()
  void loadSession().then(() => ($session.get().status === 'signed-in' ? loadRefusals() : undefined))
  addEventListener('popstate', follow)
  return () => removeEventListener('popstate', follow)
}

export const goTo = (place: Place) => move(place, 'push')

/** Back to the threads, with none chosen: this one is gone. */
export const leaveThread = () => move({ ...$place.get(), tab: 'threads', thread: null, post: null }, 'replace')

const isTab = (word: unknown): word is ForumTab => word === 'categories' || word === 'threads' || word === 'posts'

export function chooseTab(tab: unknown): void {
  if (isTab(tab) && tab !== $place.get().tab) move({ ...$place.get(), tab }, 'push')
}
