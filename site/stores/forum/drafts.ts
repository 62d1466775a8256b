import { withStorage } from '../../lib/browser-storage.ts'

/** Unsent input, kept in this browser by account and form. */
export type Draft = {
  read: () => Words
  /** Saves the form's input, or removes the draft when nothing is typed. */
  keep: (form: HTMLFormElement) => void
  drop: () => void
}

type Words = { [field: string]: string }

const prefix = 'draft:'

function wordsIn(text: string | null): Words {
  const parsed: unknown = JSON.parse(text ?? '{}')
  const fields = typeof parsed === 'object' && parsed !== null ? Object.entries(parsed) : []
  return Object.fromEntries(fields.filter((field): field is [string, string] => typeof field[1] === 'string'))
}

/** A select always has a value, so it does not count as typed. */
const isTyped = (form: HTMLFormElement) =>
  [...form.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('input, textarea')].some(
    ({ value }) => value.trim() !== '',
  )

export function createDraft(userId: number, what: string): Draft {
  const key = `${prefix}${userId}:${what}`
  const drop = () => void withStorage('localStorage', (storage) => storage.removeItem(key))
  return {
    drop,
    read: () => withStorage('localStorage', (storage) => wordsIn(storage.getItem(key))) ?? {},
    keep(form) {
      if (!isTyped(form)) return drop()
      const words = JSON.stringify(Object.fromEntries(new FormData(form)))
      withStorage('localStorage', (storage) => storage.setItem(key, words))
    },
  }
}

/** The next person in this browser must not read someone else's drafts. */
export function dropDrafts(): void {
  withStorage('localStorage', (storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  })
}
