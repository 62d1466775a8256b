const maxLength = 128
export const minPasswordLength = { user: 8, admin: 15 }

/** What is wrong with a new password, as a sentence; null when it is fine. Lengths are in characters (code points). */
export async function passwordProblem(password: string, role: 'user' | 'admin'): Promise<string | null> {
  const length = [...password].length
  const minLength = minPasswordLength[role]
  if (length < minLength)
    return role === 'admin'
      ? `Admins need a password of at least ${minLength} characters.`
      : `Use at least ${minLength} characters.`
  if (length > maxLength) return `Use at most ${maxLength} characters.`
  if (!password.isWellFormed()) return 'The password contains characters that cannot be stored.'
  // Loaded at the first registration: other processes do not need the list.
  const { isCommonPassword } = await import('./common-passwords.ts')
  return isCommonPassword(password) ? 'This password is too common. Choose one that is harder to guess.' : null
}
