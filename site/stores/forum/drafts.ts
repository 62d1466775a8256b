/** Unsent input, kept in this browser by account and form. */
export type Draft = {
  read: () => Words
  /** Saves the form's input, or removes the draft when nothing is typed. */
  keep: (form: HTMLFormElement) => void
  drop: () => void
}

type Words = { [field: string]: string }

const prefix = 'draft:'

/** Storage may be full or blocked; then nothing is kept, and nothing breaks. */
function attempt<Result>(act: () => Result, otherwise: Result): Result {
  try {
    return act()
  } catch {
    return otherwise
  }
}

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
  const drop = () => attempt(() => localStorage.removeItem(key), undefined)
  return {
    drop,
    read: () => attempt(() => wordsIn(localStorage.getItem(key)), {}),
    keep(form) {
      if (!isTyped(form)) return drop()
      attempt(() => localStorage.setItem(key, JSON.stringify(Object.fromEntries(new FormData(form)))), undefined)
    },
  }
}

/** The next person in this browser must not read someone else's drafts. */
export const dropDrafts = (): void =>
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  }, undefined)
