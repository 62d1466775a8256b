import { atom } from 'nanostores'
import { withStorage } from '../lib/browser-storage.ts'
import type { Message } from '../lib/messages.ts'

/** `undo`: takes back what the message tells. */
export type Toast = Message & { id: number; variant: 'default' | 'destructive'; undo?: (() => unknown) | undefined }

const duration = 5000
const carriedOver = 'toast'

/** The one toast on the screen. */
export const $toast = atom<Toast | null>(null)

let lastId = 0
let timer: ReturnType<typeof setTimeout> | undefined

/** Shows a toast for 5000 ms, replacing the previous one. */
export function showToast(message: Message, variant: Toast['variant'] = 'default', undo?: Toast['undo']) {
  lastId += 1
  $toast.set({ ...message, id: lastId, variant, undo })
  resumeToast()
}

export const showError = (message: Message) => showToast(message, 'destructive')

export function dismissToast() {
  clearTimeout(timer)
  $toast.set(null)
}

/** A toast stays while people read it (pointer or focus on it); after that, its time starts over. */
export const pauseToast = () => clearTimeout(timer)

export function resumeToast() {
  clearTimeout(timer)
  if ($toast.get() !== null) timer = setTimeout(dismissToast, duration)
}

/** Shows the toast on the page that is about to load, unless site data is blocked. */
export function showToastOnNextPage(message: Message, variant: Toast['variant'] = 'default') {
  withStorage('sessionStorage', (storage) => storage.setItem(carriedOver, JSON.stringify({ ...message, variant })))
}

/** Called once per page: shows the toast that the previous page left. */
export function showCarriedOverToast() {
  const kept = withStorage('sessionStorage', (storage) => {
    const text = storage.getItem(carriedOver)
    storage.removeItem(carriedOver)
    return text
  })
  if (kept === null) return
  const message = JSON.parse(kept)
  showToast(message, message.variant)
}
