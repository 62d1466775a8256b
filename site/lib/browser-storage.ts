type Kind = 'localStorage' | 'sessionStorage'

/**
 * Reads or writes what this browser stores for the site; null when it cannot. With site data blocked, even accessing
 * the storage throws; a full storage throws on writing. Pages work without it, and only remember less.
 */
export function withStorage<Result>(kind: Kind, use: (storage: Storage) => Result): Result | null {
  try {
    return use(window[kind])
  } catch {
    return null
  }
}
