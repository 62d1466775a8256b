/** Words that were typed and not sent yet stay in this browser, by whose account and for what. */
export type Draft = {
  read: () => Words
  /** Keeps what a form holds now; one in which nothing is typed leaves nothing. */
  keep: (form: HTMLFormElement) => void
  drop: () => void
}

type Words = { [field: string]: string }

const prefix = 'draft:'

/** Storage may be full or forbidden; then nothing is kept, and nothing breaks. */
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

/** What is chosen of a list is no words yet: it always has a value. */
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

/** Nobody who comes to this browser next reads what somebody before did not send. */
export const dropDrafts = (): void =>
  attempt(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(prefix)) localStorage.removeItem(key)
  }, undefined)
