/** Not in the list: a phrase from a famous comic strip, and words that many people around this campaign know. */
const known = ['correcthorsebatterystaple', 'campaign', 'hoosiers', 'indiana', 'indianapolis', 'passwort', 'contrasena']

const rows = [
  '1234567890',
  'qwertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qwertzuiop',
  'azertyuiop',
  'abcdefghijklmnopqrstuvwxyz',
]
const columns = [
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p',
  'qazwsxedcrfvtgbyhnujmikolp',
  'q1w2e3r4t5y6u7i8o9p0',
  '1q2w3e4r5t6y7u8i9o0p',
]
const reversed = (text: string) => [...text].reverse().join('')
const runs = [...rows, ...columns].flatMap((row) => [row, reversed(row)])

const letters: Record<string, string> = {
  '0': 'o',
  '1': 'i',
  '3': 'e',
  '4': 'a',
  '5': 's',
  '7': 't',
  '@': 'a',
  $: 's',
  '!': 'i',
}
const asLetters = (text: string) => text.replace(/[013457@$!]/g, (sign) => letters[sign] ?? sign)

/**
 * Tells whether a password is one that guessing programs try first: a password of this list with the few decorations that
 * most people give it (capitals, letters as digits, a year or '!' around, the word twice), keys in a row, or a repetition.
 */
export function createCommonPasswords(list: readonly string[]): (password: string) => boolean {
  const words = new Set([...list, ...known])
  return (password) => {
    const lower = password.toLowerCase()
    const unit = repeatedUnit(lower)
    return (
      unit.length <= 3 || isWord(words, lower) || isWord(words, unit) || isOfRuns(lower) || isOfRuns(stripped(lower))
    )
  }
}

/** A word with up to four signs or digits before it and six after it is as easy to guess as the word. */
const stripped = (text: string) => text.replace(/^[^a-z]{1,4}/, '').replace(/[^a-z]{1,6}$/, '')

function isWord(words: ReadonlySet<string>, text: string): boolean {
  const spoken = text.replace(/(?<=[a-z])[\s._-](?=[a-z])/g, '')
  const core = stripped(spoken)
  return [spoken, core, stripped(asLetters(core)), repeatedUnit(core)].some((form) => words.has(form))
}

/** The shortest text whose repetition gives this one: 'abc' for 'abcabcab'. */
function repeatedUnit(text: string): string {
  for (let length = 1; length <= text.length / 2; length++)
    if (text.slice(length) === text.slice(0, -length)) return text.slice(0, length)
  return text
}

/** Consists only of runs on the keyboard or in the alphabet, three keys or longer: 'qwerty12345'. */
function isOfRuns(text: string): boolean {
  let rest = text
  while (rest.length > 0) {
    let length = rest.length
    while (length >= 3 && !runs.some((run) => run.includes(rest.slice(0, length)))) length--
    if (length < 3) return false
    rest = rest.slice(length)
  }
  return text.length > 0
}
