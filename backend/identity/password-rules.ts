const longest = 128
export const shortestPassword = { user: 8, admin: 15 }

/** What is wrong with a new password, as a sentence; null when nothing is. Lengths are in characters (code points). */
export async function passwordProblem(password: string, role: 'user' | 'admin'): Promise<string | null> {
  const length = [...password].length
  const shortest = shortestPassword[role]
  if (length < shortest)
    return role === 'admin'
      ? `Admins need a password of at least ${shortest} characters.`
      : `Use at least ${shortest} characters.`
  if (length > longest) return `Use at most ${longest} characters.`
  if (!password.isWellFormed()) return 'The password contains characters that cannot be stored.'
  // Loaded with the first registration: no other process needs the list.
  const { isCommonPassword } = await import('./common-passwords.ts')
  return isCommonPassword(password) ? 'This password is too common. Choose one that is harder to guess.' : null
}
