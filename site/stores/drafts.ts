/** Words that were typed and not sent yet stay in this browser, by the name of what they are for. */
const keyOf = (name: string) => `draft:${name}`

type Words = { [field: string]: string }

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

export const readDraft = (name: string): Words => attempt(() => wordsIn(localStorage.getItem(keyOf(name))), {})

/** Keeps what a form holds now; an empty one leaves nothing. */
export function keepDraft(name: string, form: HTMLFormElement): void {
  const words = [...new FormData(form)].filter(([, value]) => typeof value === 'string' && value.trim() !== '')
  attempt(() => {
    if (words.length === 0) localStorage.removeItem(keyOf(name))
    else localStorage.setItem(keyOf(name), JSON.stringify(Object.fromEntries(words)))
  }, undefined)
}

export const dropDraft = (name: string): void => attempt(() => localStorage.removeItem(keyOf(name)), undefined)
