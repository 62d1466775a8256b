import { WorkerFailed } from '../kernel/concurrency/worker-queue.ts'
import { type Strength, strengthOf } from './password-strength.ts'
import { composed } from './passwords.ts'

const maxLength = 128
export const minPasswordLength = { user: 8, admin: 15 }

/** Decimal logarithm of the guesses a password has to withstand; zxcvbn calls these scores 2 and 4. */
const minGuesses = { user: 6, admin: 10 }
/** Letters and digits beyond the person's own words. */
const minBeyondOwn = 6

const tooCommon = 'This password is too common. Choose one that is harder to guess.'
const easy =
  'This password is too easy to guess. Use a few words that do not belong together, or let a password manager make one.'
const ownWords =
  'This password is mostly your name or email address, which others know. Choose one that has nothing to do with you.'
const siteWords =
  'This password is mostly the name of this campaign, which others try first. Choose one that has nothing to do with it.'

/** Checks only the length and the characters. */
export function passwordLengthProblem(password: string, role: 'user' | 'admin'): string | null {
  const length = [...composed(password)].length
  const minLength = minPasswordLength[role]
  if (length < minLength)
    return role === 'admin'
      ? `Admins need a password of at least ${minLength} characters.`
      : `Use at least ${minLength} characters.`
  if (length > maxLength) return `Use at most ${maxLength} characters.`
  return password.isWellFormed() ? null : 'The password contains characters that cannot be stored.'
}

/**
 * The problem with a new password, as a sentence; null when it is fine. Lengths are in characters (code points). `own`:
 * names and addresses of the person; `site`: names of the site. Throws QueueFull.
 */
export async function passwordProblem(
  password: string,
  role: 'user' | 'admin',
  own: readonly string[] = [],
  site: readonly string[] = [],
): Promise<string | null> {
  const problem = passwordLengthProblem(password, role)
  if (problem !== null) return problem
  const words = wordsOf([...own, ...site])
  const { isCommon, guesses } = await strengthFor(composed(password), words)
  if (isCommon) return tooCommon
  if (isOwn(password, wordsOf(own))) return ownWords
  if (isOwn(password, words)) return siteWords
  return guesses < minGuesses[role] ? easy : null
}

/** A thread that cannot start keeps no visitor from registering; common passwords are refused without it, too. */
async function strengthFor(password: string, words: string[]): Promise<Strength> {
  try {
    return await strengthOf(password, words)
  } catch (error) {
    if (!(error instanceof WorkerFailed)) throw error
    const { createCommonPasswords } = await import('./common-passwords.ts')
    const { dictionary } = await import('@zxcvbn-ts/language-common')
    return {
      isCommon: createCommonPasswords(dictionary['passwords-common'])(password),
      guesses: Number.POSITIVE_INFINITY,
    }
  }
}

/** Splits 'Ada.Byron@mail.example.org' into ada, byron, mail, example, org too. */
function wordsOf(own: readonly string[]): string[] {
  const words = own.flatMap((text) => [text, ...text.split(/[^\p{L}\p{N}]+/u)])
  return [...new Set(words.map((word) => word.toLowerCase()).filter((word) => word.length >= 3))]
}

const plain = (text: string) => text.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')

/** Forwards or backwards. */
function isOwn(password: string, words: readonly string[]): boolean {
  const longestFirst = words
    .map(plain)
    .filter(Boolean)
    .sort((a, b) => b.length - a.length)
  return [plain(password), [...plain(password)].reverse().join('')].some((text) => {
    const beyond = longestFirst.reduce((rest, word) => rest.replaceAll(word, ''), text)
    return beyond.length < text.length && beyond.length < minBeyondOwn
  })
}
