type Kind = 'localStorage' | 'sessionStorage'

/**
 * Reads or writes what this browser keeps for the site; null when it cannot. With site data blocked, naming the storage
 * throws; a full storage throws on writing. Pages work without it, so they only remember less.
 */
export function withStorage<Result>(kind: Kind, use: (storage: Storage) => Result): Result | null {
  try {
    return use(window[kind])
  } catch {
    return null
  }
}
