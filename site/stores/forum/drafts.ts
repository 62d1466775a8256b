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

/** A text that this browser keeps for an account. */
export function createKeptText(userId: number, what: string) {
  const key = `${prefix}${userId}:${what}`
  return {
    read: () => withStorage('localStorage', (storage) => storage.getItem(key)),
    keep: (text: string) => void withStorage('localStorage', (storage) => storage.setItem(key, text)),
    drop: () => void withStorage('localStorage', (storage) => storage.removeItem(key)),
  }
}

export function createDraft(userId: number, what: string): Draft {
  const kept = createKeptText(userId, what)
  const { drop } = kept
  return {
    drop,
    read: () => withStorage('localStorage', () => wordsIn(kept.read())) ?? {},
    keep(form) {
      if (!isTyped(form)) return drop()
      kept.keep(JSON.stringify(Object.fromEntries(new FormData(form))))
    },
  }
}

/** The next person in this browser must not read someone else's drafts. */
export function dropDrafts(): void {
  withStorage('localStorage', (storage) => {
    for (const key of Object.keys(storage)) if (key.startsWith(prefix)) storage.removeItem(key)
  })
}
